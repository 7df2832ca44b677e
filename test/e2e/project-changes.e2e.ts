import { MediaAssetEntity } from '../../src/modules/media/entities/media-asset.entity';
import { RetentionService } from '../../src/modules/media/trash/retention.service';
import { ShotEntity } from '../../src/modules/projects/records/shot.entity';
import { WriteGate } from '../../src/platform/database/write-gate';
import type { Answer, TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { Story } from '../support/story';
import { StreamReader } from '../support/stream-reader';

type Fields = Record<string, unknown>;

describe('changes to projects', () => {
  let kinora: TestKinora;
  let admin: TestCaller;
  let ann: TestCaller;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    admin = kinora.as(null);
    ann = await kinora.agent('ann');
  });
  afterAll(() => kinora.close());

  const upload = async (caller: TestCaller): Promise<string> =>
    (await caller.upload('picture.png', await uniquePng(8, 8))).body.path;
  const put = (caller: TestCaller, path: string, ids: readonly string[]) =>
    caller.send<Fields>('PUT', path, { body: { ids } });
  const sent = async (answer: Promise<Answer>): Promise<unknown[]> => {
    const { status, body } = await answer;
    return [status, body['code'] ?? body['detail']];
  };

  describe('a locked shot', () => {
    const LOCKED = [409, 'shot_locked'];

    it('takes `locked` alone, keeps its place in the order, and keeps scene and project', async () => {
      const story = await Story.create(ann);
      const scene = await story.scene(1);
      const [id, other] = [await story.shot(scene), await story.shot(scene)];
      const path = `${story.shotsPath(scene)}/${id}`;
      expect((await ann.patch(path, { locked: true, title: 'Done' })).status).toBe(200);
      for (const body of [{ title: 'x' }, { locked: false, title: 'x' }, { dialogue: null }])
        expect(await sent(ann.patch(path, body))).toEqual(LOCKED);
      expect((await ann.delete(path)).body).toMatchObject({ code: 'shot_locked', shots: [id] });
      expect(await sent(ann.delete(`${story.path}/scenes/${scene}`))).toEqual(LOCKED);
      expect(await sent(ann.delete(story.path))).toEqual(LOCKED);
      expect(await sent(admin.delete(story.path))).toEqual(LOCKED);
      expect((await put(ann, `${story.shotsPath(scene)}/order`, [other, id])).status).toBe(200);
      expect((await ann.get(path)).body).toMatchObject({ title: 'Done', shot_number: 2 });
      expect((await ann.patch(path, { locked: true })).status).toBe(200);
      expect((await ann.patch(path, { locked: false })).status).toBe(200);
      expect((await ann.delete(story.path)).status).toBe(200);
    });
  });

  it('keep the texts of a project within their limits, whoever writes them', async () => {
    const story = await Story.create(ann);
    const scene = await story.scene(1);
    const lines = Array.from({ length: 12 }, () => ({
      speaker: 'narrator',
      text: 'x'.repeat(4000),
    }));
    for (let n = 0; n < 4; n += 1) await story.shot(scene, { lines });
    const last = await story.shot(scene);
    const [shots, full] = [story.shotsPath(scene), { code: 'project_cap', limit: 200_000 }];
    expect((await ann.post(shots, { lines })).body).toMatchObject(full);
    expect((await ann.patch(`${shots}/${last}`, { lines })).body).toMatchObject(full);
    expect((await story.tree()).scenes[0]?.shots).toHaveLength(5);
    expect((await ann.patch(`${shots}/${last}`, { dialogue: 'Who lit it?' })).status).toBe(200);
  });

  it('shorten a project that is longer than its limit, as earlier versions allowed', async () => {
    const story = await Story.create(ann);
    const scene = await story.scene(1);
    const id = await story.shot(scene);
    for (let n = 0; n < 5; n += 1) await story.shot(scene);
    const subtitle = 'x'.repeat(50_000);
    await kinora.app
      .get(WriteGate)
      .run((tx) => tx.update(ShotEntity, { scene_id: scene }, { subtitle }));
    const shot = `${story.shotsPath(scene)}/${id}`;
    expect(await ann.patch(shot, { title: 'Lighthouse' })).toMatchObject({ status: 200 });
    const full = [409, 'project_cap'];
    const lines = [{ speaker: 'narrator', text: 'Who lit it?' }];
    expect(await sent(ann.patch(shot, { lines }))).toEqual(full);
    expect(await sent(ann.post(story.shotsPath(scene), { lines }))).toEqual(full);
    expect(await ann.patch(shot, { subtitle: 'Who lit it?' })).toMatchObject({ status: 200 });
  });

  describe('media that a shot names', () => {
    it('are replaced by a merge, except in a locked shot', async () => {
      const [keep, merged, locked] = [await upload(ann), await upload(ann), await upload(ann)];
      const story = await Story.create(ann);
      const scene = await story.scene(1);
      const open = await story.shot(scene, { image: merged, end_image: merged });
      const closed = await story.shot(scene, { image: locked, locked: true });
      const resolve = { keep, merge: [merged, locked] };
      const { body } = await ann.post('/api/media/duplicates/resolve', resolve);
      expect(body).toMatchObject({ merged: [merged], failed: [{ path: locked, code: 'in_use' }] });
      const shots = (await story.tree()).scenes[0]?.shots;
      expect(shots).toMatchObject([
        { id: open, image: keep, end_image: keep, missing: [] },
        { id: closed, image: locked, missing: [] },
      ]);
    });

    it('and that characters name are never moved to the trash by a rule', async () => {
      const paths = [await upload(ann), await upload(ann), await upload(ann)];
      const [image, face] = paths;
      const story = await Story.create(ann);
      await story.shot(await story.scene(1), { image });
      await ann.post('/api/characters', { id: 'face', name: 'Face', source_images: [face] });
      await kinora.app.get(WriteGate).run(async (tx) => {
        for (const [index, path] of paths.entries()) {
          const position = Date.UTC(2020) * 1000 + index;
          await tx.update(MediaAssetEntity, { path }, { created_at: '2020-01-01', position });
        }
      });
      kinora.configure({ media: { retention: [{ older_than_days: 90 }] } });
      await kinora.app.get(RetentionService).moveDue(new AbortController().signal);
      kinora.configure({});
      const statuses = paths.map(async (path) => (await ann.get(`/api/media/${path}`)).status);
      expect(await Promise.all(statuses)).toEqual([200, 200, 404]);
    });
  });

  describe('deletion', () => {
    it('deletes the contents, and keeps the numbers of the others and all media', async () => {
      const story = await Story.create(ann);
      const [one, two] = [await story.scene(1), await story.scene(2)];
      const image = await upload(ann);
      const shots = [
        await story.shot(one, { image }),
        await story.shot(one),
        await story.shot(two),
      ];
      const removed = await ann.delete(`${story.shotsPath(one)}/${String(shots[0])}`);
      expect(removed.body).toEqual({ ok: true, id: shots[0] });
      const tree = await story.tree();
      expect(tree.scenes[0]?.shots.map(({ shot_number }) => shot_number)).toEqual([2]);
      expect((await ann.delete(`${story.path}/scenes/${one}`)).status).toBe(200);
      expect((await story.tree()).scenes.map(({ scene_number }) => scene_number)).toEqual([2]);
      expect(await sent(ann.get(`${story.shotsPath(one)}/${String(shots[1])}`))).toEqual([
        404,
        'scene_not_found',
      ]);
      expect((await ann.delete(story.path)).body).toEqual({ ok: true, id: story.id });
      expect(await sent(ann.get(story.path))).toEqual([404, 'project_not_found']);
      expect((await ann.get(`/api/media/${image}`)).status).toBe(200);
    });

    it('cancels the unfinished jobs of the deleted takes', async () => {
      await kinora.online();
      const story = await Story.create(ann);
      const scene = await story.scene(1);
      const path = `${story.shotsPath(scene)}/${await story.shot(scene, { image_prompt: 'a fox' })}`;
      const long = { workflow: 'sd15-t2i', provider: 'simulator', steps: 150 };
      const { body: take } = await ann.post(`${path}/image`, long);
      expect((await ann.get(path)).body).toMatchObject({ status: 'generating' });
      expect((await ann.delete(path)).status).toBe(200);
      const job = await ann.finished(String(take['prompt_id']));
      expect(job).toMatchObject({ status: 'cancelled' });
      expect((await story.tree()).scenes[0]?.shots).toEqual([]);
    });
  });

  describe('isolation', () => {
    it('answers 404 for an id of another project or scene, whoever owns it', async () => {
      const [story, other] = [await Story.create(ann), await Story.create(ann)];
      const [one, two] = [await story.scene(1), await story.scene(2)];
      const shot = await story.shot(one);
      const foreign = await other.scene(1);
      const cases: [string, string][] = [
        [`${story.path}/scenes/${foreign}`, 'scene_not_found'],
        [`${other.path}/scenes/${one}`, 'scene_not_found'],
        [`${story.shotsPath(two)}/${shot}`, 'shot_not_found'],
        [`${other.shotsPath(one)}/${shot}`, 'scene_not_found'],
        [`${other.shotsPath(foreign)}/${shot}`, 'shot_not_found'],
      ];
      for (const [path, code] of cases) {
        expect(await sent(ann.get(path))).toEqual([404, code]);
        expect(await sent(ann.patch(path, { title: 'x' }))).toEqual([404, code]);
        expect(await sent(ann.delete(path))).toEqual([404, code]);
      }
      for (const path of [story.shotsPath(foreign), other.shotsPath(one)]) {
        expect(await sent(ann.post(path, {}))).toEqual([404, 'scene_not_found']);
        expect(await sent(put(ann, `${path}/order`, []))).toEqual([404, 'scene_not_found']);
      }
    });

    it('makes a new scene or shot for a body with the id of another one', async () => {
      const [story, other] = [await Story.create(ann), await Story.create(ann)];
      const [scene, theirs] = [await story.scene(1), await other.scene(1, { title: 'Theirs' })];
      const shot = await other.shot(theirs, { title: 'Theirs' });
      const made = await ann.post(`${story.path}/scenes`, { id: theirs, scene_number: 2 });
      expect([made.status, made.body['id'] === theirs]).toEqual([201, false]);
      const added = await ann.post(story.shotsPath(scene), { id: shot });
      expect([added.status, added.body['id'] === shot]).toEqual([201, false]);
      expect((await other.tree()).scenes).toMatchObject([
        { id: theirs, title: 'Theirs', shots: [{ id: shot, title: 'Theirs' }] },
      ]);
    });

    it('lets admins read, change and delete projects of others, and records it', async () => {
      const story = await Story.create(ann);
      const scene = await story.scene(1);
      const { body } = await admin.patch(story.path, { title: 'Changed' });
      expect(body).toMatchObject({ title: 'Changed', owner: 'ann' });
      await admin.patch(`${story.path}/scenes/${scene}`, { title: 'Changed' });
      const all = await admin.get<{ items: Fields[] }>('/api/projects?owner=ann&limit=200');
      expect(all.body.items.map(({ id }) => id)).toContain(story.id);
      const own = await admin.get<{ items: Fields[] }>('/api/projects?limit=200');
      expect(own.body.items.map(({ id }) => id)).not.toContain(story.id);
      await admin.delete(story.path);
      const audit = await admin.get<{ items: Fields[] }>(`/api/audit?subject=${story.id}`);
      expect(audit.body.items.map(({ action }) => action)).toEqual([
        'project.delete',
        'project.update',
      ]);
    });
  });

  it('publishes changes to the owner as project events', async () => {
    const stream = await StreamReader.open(`${kinora.url}/api/events?events=project`, ann.headers);
    const story = await Story.create(ann);
    await story.scene(1);
    await ann.delete(story.path);
    const seen = () =>
      stream.events.filter(({ event }) => event === 'project').map(({ data }) => data);
    await stream.until(() => seen().length === 3);
    stream.close();
    expect(seen()).toEqual(
      ['created', 'updated', 'deleted'].map((action) => ({ id: story.id, action })),
    );
  });

  it('keeps numbers unique and loses no change with fifty editors at once', async () => {
    const story = await Story.create(ann);
    const scenes = `${story.path}/scenes`;
    const [first, second] = [await story.scene(1), await story.scene(2)];
    const kept = await story.shot(first);
    const present = new Set([first, second]);
    const statuses = new Set<number>();
    const counted = async <T>(sending: Promise<Answer<T>>): Promise<Answer<T>> => {
      const answer = await sending;
      statuses.add(answer.status);
      return answer;
    };
    /** As an editor does it: again with what is there now, until nobody has added or deleted one meanwhile. */
    const reverse = async (path: string): Promise<void> => {
      let ids: readonly string[] = [];
      for (;;) {
        const { status, body } = await counted(put(ann, `${path}/order`, ids));
        if (status === 200) {
          expect(body['ids']).toEqual(ids);
          return;
        }
        expect(body['code']).toBe('order_changed');
        ids = (body['ids'] as string[]).toReversed();
      }
    };
    const editor = async (n: number): Promise<void> => {
      const shots = story.shotsPath(n % 2 ? second : first);
      const { body: mine } = await counted(ann.post(shots, { title: `${n}` }));
      const added = await counted(ann.post(scenes, { scene_number: 3 + (n % 10) }));
      if (added.status === 201) present.add(String(added.body['id']));
      if (n % 5 < 2) await reverse(shots);
      if (n % 5 === 0) {
        const { body: scene } = await counted(ann.post(scenes, { scene_number: 1000 + n }));
        await counted(ann.post(story.shotsPath(String(scene['id'])), { title: 'deleted' }));
        const gone = await counted(ann.delete(`${scenes}/${String(scene['id'])}`));
        expect(gone.status).toBe(200);
        if (n % 10 === 0) await reverse(scenes);
      }
      await counted(ann.patch(`${story.shotsPath(first)}/${kept}`, { metadata: { n } }));
      await counted(ann.patch(story.path, { [n % 2 ? 'title' : 'description']: `by ${n}` }));
      if (n % 3 === 0) await counted(ann.delete(`${shots}/${String(mine['id'])}`));
      else await counted(ann.patch(`${shots}/${String(mine['id'])}`, { camera: `${n}` }));
    };
    await Promise.all(Array.from({ length: 50 }, (_, n) => editor(n)));
    expect([...statuses].sort()).toEqual([200, 201, 409]);

    const tree = await story.tree();
    expect(tree.scenes.map(({ id }) => id).sort()).toEqual([...present].sort());
    const sceneNumbers = tree.scenes.map(({ scene_number }) => scene_number);
    expect(sceneNumbers).toEqual([...new Set(sceneNumbers)].sort((a, b) => a - b));
    const shots = tree.scenes.flatMap((scene) => scene.shots);
    // Every shot that wasn't deleted is there, with its own last change.
    const expected = Array.from({ length: 50 }, (_, n) => `${n}`).filter(
      (n) => Number(n) % 3 !== 0,
    );
    const edited = shots.filter(({ id }) => id !== kept);
    expect(edited.map((shot) => shot['title']).sort()).toEqual(expected.sort());
    expect(edited.every((shot) => shot['title'] === shot['camera'])).toBe(true);
    expect(tree).toMatchObject({
      title: expect.stringMatching(/^by \d*[13579]$/),
      description: expect.stringMatching(/^by \d*[02468]$/),
    });
    await reverse(scenes);
    for (const { id, shots: some } of tree.scenes) {
      const numbers = some.map(({ shot_number }) => shot_number);
      expect(new Set(numbers).size).toBe(numbers.length);
      await reverse(story.shotsPath(id));
    }
    const { scenes: last } = await story.tree();
    expect(last.map(({ scene_number }) => scene_number)).toEqual(last.map((_, n) => n + 1));
    for (const { shots: some } of last)
      expect(some.map(({ shot_number }) => shot_number)).toEqual(some.map((_, n) => n + 1));
  });

  describe('hand-off to editing programs', () => {
    const timeline = (story: Story, query = '') =>
      ann.get<string>(`${story.path}/timeline${query}`);

    it('returns the film in four formats, with gaps for missing files', async () => {
      await ann.post('/api/characters', { id: 'mara', name: 'Mara' });
      const story = await Story.create(ann, { title: 'See\n海', characters: ['mara'] });
      const scene = await story.scene(1, { title: 'Pier' });
      const image = await upload(ann);
      const lines = [{ speaker: 'mara', text: 'Who lit it?' }];
      await story.shot(scene, { image, lines, duration_seconds: 2 });
      await story.shot(scene, { subtitle: '你好', duration_seconds: 1 });

      const otio = await ann.get<Fields>(`${story.path}/timeline`);
      expect(otio).toMatchObject({ status: 200, body: { OTIO_SCHEMA: 'Timeline.1' } });
      expect(otio.headers.get('content-disposition')).toMatch(
        /filename\*=UTF-8''See%0A%E6%B5%B7.otio$/,
      );
      const edl = await timeline(story, '?format=edl&fps=25&transition=0.4');
      expect(edl.body).toContain(`00:00:00:00 00:00:02:00\n* FROM CLIP NAME: ${image}\n`);
      expect(edl.body).toContain('BL       V     C        00:00:00:00 00:00:01:00');
      expect(edl.body).toContain('* CROSS-FADE OF 10 FRAMES AROUND THIS CUT');
      const srt = await timeline(story, '?format=srt');
      expect(srt.headers.get('content-type')).toBe('application/x-subrip; charset=utf-8');
      expect(srt.body).toBe(
        '1\n00:00:00,000 --> 00:00:02,000\nWho lit it?\n\n2\n00:00:02,000 --> 00:00:03,000\n你好\n',
      );
      const vtt = await timeline(story, '?format=vtt');
      expect(vtt.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
      expect(vtt.body).toContain('<v Mara>Who lit it?</v>');
    });

    it('refuses projects without content for the format, and projects of others', async () => {
      const story = await Story.create(ann);
      expect(await sent(ann.get(`${story.path}/timeline`))).toEqual([409, 'timeline_empty']);
      await story.shot(await story.scene(1));
      expect((await timeline(story)).status).toBe(200);
      expect((await ann.get(`${story.path}/timeline?format=srt`)).body).toMatchObject({
        code: 'timeline_empty',
        missing: 'captions',
      });
      const bob = await kinora.agent('bob');
      expect(await sent(bob.get(`${story.path}/timeline`))).toEqual([404, 'project_not_found']);
      expect((await ann.get(`${story.path}/timeline?format=xml`)).status).toBe(422);
    });
  });
});
