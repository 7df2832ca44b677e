import { ShotEntity } from '../../src/modules/projects/records/shot.entity';
import { upsertRows } from '../../src/platform/database/write-rows';
import { WriteGate } from '../../src/platform/database/write-gate';
import type { Answer, TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { Story } from '../support/story';

type Fields = Record<string, unknown>;

describe('the order of scenes and shots', () => {
  let kinora: TestKinora;
  let ann: TestCaller;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    ann = await kinora.agent('ann');
  });
  afterAll(() => kinora.close());

  const put = (caller: TestCaller, path: string, ids: readonly string[]) =>
    caller.send<Fields>('PUT', path, { body: { ids } });
  const sent = async (answer: Promise<Answer>): Promise<unknown[]> => {
    const { status, body } = await answer;
    return [status, body['code'] ?? body['detail']];
  };

  describe('order', () => {
    it('numbers all scenes and shots from 1, as the ids say', async () => {
      const story = await Story.create(ann);
      const scenes = [await story.scene(5), await story.scene(7), await story.scene(11)];
      const [one = '', two = '', three = ''] = scenes;
      const shots = [await story.shot(two), await story.shot(two, { shot_number: 9 })];
      const answer = await put(ann, `${story.path}/scenes/order`, [three, one, two]);
      expect(answer).toMatchObject({ status: 200, body: { ids: [three, one, two] } });
      await put(ann, `${story.shotsPath(two)}/order`, shots.toReversed());
      const tree = await story.tree();
      expect(tree.scenes.map(({ id, scene_number }) => [id, scene_number])).toEqual([
        [three, 1],
        [one, 2],
        [two, 3],
      ]);
      expect(tree.scenes[2]?.shots.map(({ id, shot_number }) => [id, shot_number])).toEqual([
        [shots[1], 1],
        [shots[0], 2],
      ]);
    });

    it('must name all current ones exactly: 409 order_changed answers them', async () => {
      const story = await Story.create(ann);
      const [one, two] = [await story.scene(1), await story.scene(2)];
      const other = await (await Story.create(ann)).scene(1);
      for (const ids of [[], [one], [one, one], [one, two, two], [one, other], [one, two, other]])
        expect(await put(ann, `${story.path}/scenes/order`, ids)).toMatchObject({
          status: 409,
          body: { code: 'order_changed', ids: [one, two] },
        });
    });

    it('numbers more shots than fit into one statement', async () => {
      const story = await Story.create(ann);
      const scene = await story.scene(1);
      const first = await story.shot(scene);
      const ids = [first, ...Array.from({ length: 400 }, (_, n) => `${first}-${n}`)];
      await kinora.app.get(WriteGate).run(async (tx) => {
        const shot = await tx.findOneByOrFail(ShotEntity, { id: first });
        const more = ids
          .slice(1)
          .map((id, n) => Object.assign({}, shot, { id, shot_number: n + 2 }));
        await upsertRows(tx, ShotEntity, more, ['id']);
      });
      const answer = await put(ann, `${story.shotsPath(scene)}/order`, ids.toReversed());
      expect(answer.status).toBe(200);
      const shots = (await story.tree()).scenes[0]?.shots ?? [];
      expect(shots.map(({ id }) => id)).toEqual(ids.toReversed());
      expect(shots.map(({ shot_number }) => shot_number)).toEqual(ids.map((_, n) => n + 1));
    });
  });

  describe('moving a shot', () => {
    const move = (path: string, body: Fields) => sent(ann.post(`${path}/move`, body));

    it('puts it into another scene, at the end or at a place', async () => {
      const story = await Story.create(ann);
      const [one, two] = [await story.scene(1), await story.scene(2)];
      const [first, second] = [await story.shot(one), await story.shot(one, { title: 'Second' })];
      const third = await story.shot(one, { shot_number: 7 });
      const there = await story.shot(two, { shot_number: 4 });
      const path = `${story.shotsPath(one)}/${second}/move`;
      const { status, body } = await ann.post(path, { scene_id: two, position: 1 });
      expect([status, body]).toMatchObject([
        200,
        { id: second, scene_id: two, shot_number: 1, title: 'Second' },
      ]);
      await ann.post(`${story.shotsPath(one)}/${first}/move`, { scene_id: two });
      const [left, filled] = (await story.tree()).scenes;
      expect(left?.shots.map(({ id, shot_number }) => [id, shot_number])).toEqual([[third, 7]]);
      expect(filled?.shots.map(({ id, shot_number }) => [id, shot_number])).toEqual([
        [second, 1],
        [there, 2],
        [first, 3],
      ]);
      expect((await ann.get(`${story.shotsPath(two)}/${first}/takes`)).status).toBe(200);
      await ann.post(`${story.shotsPath(two)}/${first}/move`, { scene_id: two, position: 2 });
      const again = (await story.tree()).scenes[1]?.shots.map(({ id }) => id);
      expect(again).toEqual([second, first, there]);
    });

    it('is refused to scenes of other projects, for locked shots, and where it makes a cycle', async () => {
      const story = await Story.create(ann);
      const [one, two] = [await story.scene(1), await story.scene(2)];
      const [id] = [await story.shot(one), await story.shot(one)];
      const path = `${story.shotsPath(one)}/${id}`;
      const elsewhere = await (await Story.create(ann)).scene(1);
      expect(await move(path, { scene_id: elsewhere })).toEqual([404, 'scene_not_found']);
      await ann.patch(path, { locked: true });
      expect(await move(path, { scene_id: two })).toEqual([409, 'shot_locked']);
      expect((await move(path, { scene_id: one, position: 2 }))[0]).toBe(200);
      await ann.patch(path, { locked: false });
      await move(path, { scene_id: one, position: 1 });
      await ann.patch(path, { end_image: 'from_next' });
      const start_from = 'previous_last_frame';
      const needing = `${story.shotsPath(two)}/${await story.shot(two, { start_from })}`;
      expect(await move(needing, { scene_id: one, position: 2 })).toEqual([409, 'shot_cycle']);
    });
  });

  describe('two shots that each need the other first', () => {
    const END = { end_image: 'from_next' };
    const START = { start_from: 'previous_last_frame' };
    const CYCLE = [409, 'shot_cycle'];

    it('is refused on write, in one scene and across two', async () => {
      const story = await Story.create(ann);
      const scene = await story.scene(1);
      const [a, b] = [await story.shot(scene, END), await story.shot(scene)];
      const cycle = await ann.patch(`${story.shotsPath(scene)}/${b}`, START);
      expect(cycle.body).toMatchObject({ code: 'shot_cycle', shots: [a, b] });
      const next = await story.scene(2);
      await ann.patch(`${story.shotsPath(scene)}/${b}`, END);
      expect(await sent(ann.post(story.shotsPath(next), START))).toEqual(CYCLE);
      expect((await story.tree()).scenes[1]?.shots).toEqual([]);
    });

    it('is refused when a change of the order or a deletion would make it', async () => {
      const story = await Story.create(ann);
      const scene = await story.scene(1);
      const a = await story.shot(scene, END);
      const b = await story.shot(scene);
      const c = await story.shot(scene, START);
      const path = story.shotsPath(scene);
      expect(await sent(ann.delete(`${path}/${b}`))).toEqual(CYCLE);
      expect(await sent(put(ann, `${path}/order`, [b, a, c]))).toEqual(CYCLE);
      expect(await sent(ann.patch(`${path}/${b}`, { shot_number: 4 }))).toEqual(CYCLE);
      expect((await story.tree()).scenes[0]?.shots.map(({ id }) => id)).toEqual([a, b, c]);
      expect((await put(ann, `${path}/order`, [c, b, a])).status).toBe(200);
    });
  });
});
