import { StoryRepository } from '../../src/modules/projects/records/story.repository';
import { TakesRepository } from '../../src/modules/projects/records/takes.repository';
import { ShotsToTakeService } from '../../src/modules/projects/takes/shots-to-take.service';
import type { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { tone, uniquePng } from '../support/media-samples';
import { Story } from '../support/story';

type Fields = Record<string, unknown>;

interface Take extends Fields {
  readonly id: string;
  readonly status: string;
  readonly path: string;
  readonly references: readonly Fields[];
}

const CLIP = { provider: 'node', width: 64, height: 64, length: 5, steps_high: 1, steps_low: 1 };
const STILL = { workflow: 'sd15-t2i', provider: 'node', steps: 1, width: 64, height: 64 };

describe('what takes are made from', () => {
  let kinora: TestKinora;
  let ann: TestCaller;

  beforeAll(async () => {
    kinora = await TestKinora.start({ providers: [{ id: 'node', kind: 'simulator', step_ms: 0 }] });
    await kinora.online('node');
    ann = await kinora.agent('ann');
  });
  afterAll(() => kinora.close());

  const upload = async (): Promise<string> =>
    (await ann.upload('picture.png', await uniquePng(16, 16))).body.path;
  const trash = async (path: string): Promise<void> => {
    expect((await ann.delete(`/api/media/${path}`)).status).toBe(200);
  };
  const shotOf = async (fields: Fields = {}, project: Fields = {}) => {
    const story = await Story.create(ann, project);
    const scene = await story.scene(1);
    const id = await story.shot(scene, { image_prompt: 'a keeper', ...fields });
    return { story, scene, id, path: `${story.shotsPath(scene)}/${id}` };
  };
  const made = async (shot: string, kind: string, body: Fields): Promise<Take> => {
    const { status, body: take } = await ann.post<Take>(`${shot}/${kind}`, body);
    expect([status, take]).toEqual([201, expect.anything()]);
    return eventually(async () => {
      const { body: now } = await ann.get<Take>(`${shot}/takes/${take.id}`);
      return !['queued', 'running'].includes(now.status) && now;
    });
  };

  it('is answered with the selection of a take that completes while it is read', async () => {
    const { path } = await shotOf();
    const { body: take } = await ann.post<Take>(`${path}/image`, STILL);
    const rows = kinora.app.get(TakesRepository);
    const find = rows.find.bind(rows);
    jest.spyOn(rows, 'find').mockImplementationOnce(async (...args) => {
      await ann.finished(String(take['prompt_id']));
      return find(...args);
    });
    const { body } = await ann.get(`${path}/takes/${take.id}`);
    expect(body).toMatchObject({ status: 'completed', selected: true });
  });

  it('is read without the rest of the project: the shot with its neighbours in the film', async () => {
    const { story, scene, path } = await shotOf();
    const speech = (await ann.upload('line.wav', tone(1))).body.path;
    const later = await story.scene(7);
    await story.scene(5);
    for (const shot_number of [4, 2])
      for (const one of [later, scene]) await story.shot(one, { shot_number, speech });
    const rows = kinora.app.get(StoryRepository);
    const shots = kinora.app.get(ShotsToTakeService);
    const project = await rows.projectById(story.id);
    const film = await shots.inFilm(await rows.tree(project!));
    expect(film).toHaveLength(5);
    for (const shot of film) expect(await shots.one(shot)).toEqual(shot);

    const tree = jest.spyOn(rows, 'tree');
    const { body: take } = await ann.post<Take>(`${path}/image`, STILL);
    expect((await ann.get(`${path}/takes/${take.id}`)).body).toMatchObject({ id: take.id });
    expect((await ann.get<{ items: Take[] }>(`${path}/takes`)).body.items).toHaveLength(1);
    expect(tree).not.toHaveBeenCalled();
  });

  describe('the cast', () => {
    const CAST = ['pier', 'ink', 'lantern', 'mara'];
    const EDIT = { workflow: 'qwen-image-edit-2511', provider: 'node', steps: 1 };
    const FULL =
      "The workflow 'qwen-image-edit-2511' takes 3 pictures, and this request sends as many: image, image_2, image_3.";
    let pictures: string[];

    beforeAll(async () => {
      pictures = [];
      for (const [at, category] of ['location', 'style', 'prop', 'character'].entries()) {
        const picture = await upload();
        const body = { id: CAST[at], name: CAST[at], category, source_images: [picture] };
        expect((await ann.post('/api/characters', body)).status).toBe(200);
        pictures.push(picture);
      }
    });

    it.each(['project', 'scene', 'shot'])(
      'of the %s that was deleted since is refused with the call that removes it',
      async (of) => {
        expect((await ann.post('/api/characters', { id: 'gone', name: 'Gone' })).status).toBe(200);
        const { story, scene, path } = await shotOf();
        const record = { project: story.path, scene: `${story.path}/scenes/${scene}`, shot: path }[
          of
        ];
        await ann.patch(record!, { characters: ['gone'] });
        await ann.delete('/api/characters/gone');
        const { status, body } = await ann.post(`${path}/image`, STILL);
        expect([status, body]).toEqual([
          404,
          {
            code: 'character_not_found',
            detail: expect.stringContaining(`'gone' in the cast of the ${of}`),
            hint: `PATCH ${record}`,
            requested: 'gone',
          },
        ]);
        await ann.patch(record!, { characters: [] });
        expect((await ann.post(`${path}/image`, STILL)).status).toBe(201);
      },
    );

    const references = (): Fields[] => [
      ...['image', 'image_2', 'image_3'].map((slot, at) => ({
        name: pictures[at],
        character: CAST[at],
        slot,
        used: true,
        why_not: null,
      })),
      { name: 'mara', character: 'mara', slot: null, used: false, why_not: FULL },
    ];

    it('fills the pictures of a workflow in its order, whatever its category; what is left over is named', async () => {
      const { path } = await shotOf({}, { characters: CAST });
      const plan = await ann.post(`${path}/image`, { ...EDIT, submit: false });
      expect([plan.status, plan.body['references']]).toEqual([200, references()]);
      const take = await made(path, 'image', EDIT);
      expect(take).toMatchObject({ status: 'completed', references: references() });
      const { body: job } = await ann.get(`/api/jobs/${String(take['prompt_id'])}`);
      const inputs = (job['inputs'] as Fields[]).map(({ param, path: file }) => [param, file]);
      const slots = ['image', 'image_2', 'image_3'];
      expect(inputs).toEqual(slots.map((slot, at) => [slot, pictures[at]]));
    });

    it('of a shot decides the order, and a bulk call names what its takes would not use', async () => {
      const { story, id } = await shotOf({ characters: CAST.toReversed() }, { characters: CAST });
      const generate = { kind: 'image', workflow: EDIT.workflow, provider: 'node', dry_run: true };
      const { body } = await ann.post(`${story.path}/generate`, generate);
      const unused = [{ name: 'pier', character: 'pier', slot: null, used: false, why_not: FULL }];
      expect(body).toMatchObject({ takes: [{ shot_id: id, unused }], refused: [] });
    });

    it('is refused with a picture of its own that finds no param', async () => {
      const { path } = await shotOf();
      const characters = CAST.map((id, at) => ({ id, reference_image: pictures[at] }));
      const { status, body } = await ann.post(`${path}/image`, { ...EDIT, characters });
      expect([status, body['detail']]).toEqual([
        422,
        [
          expect.objectContaining({
            loc: ['body', 'characters', 3, 'reference_image'],
            msg: FULL,
          }),
        ],
      ]);
    });
  });

  describe('a file that was deleted', () => {
    const I2V = { workflow: 'wan22-5b-i2v', ...CLIP, steps_low: undefined };

    it('is named by a clip that starts from it, with the take to make instead', async () => {
      const image = await upload();
      const { story, id, path } = await shotOf({ image });
      await trash(image);
      const error = { code: 'shot_source_missing', field: 'image', path: image, kind: 'image' };
      for (const submit of [true, false]) {
        const { status, body } = await ann.post(`${path}/video`, { ...I2V, submit });
        expect([status, body]).toEqual([409, expect.objectContaining({ ...error, shot_id: id })]);
        expect(body['detail']).toMatch(
          /^The clip needs picture-\S+ because of image, .*\/api\/media\/restore.*; otherwise make the image take of shot_id, or select another one\./,
        );
      }
      const { body: plan } = await ann.post(`${story.path}/generate`, {
        ...{ kind: 'video', workflow: 'wan22-5b-i2v', provider: 'node', dry_run: true },
      });
      expect(plan['refused']).toMatchObject([{ shot_id: id, code: 'shot_source_missing' }]);
      await ann.post('/api/media/restore', { paths: [image] });
      expect(await made(path, 'video', I2V)).toMatchObject({ status: 'completed' });
    });

    it('is named by a clip that ends with it, which ends with the picture of its shot once that is there', async () => {
      const [image, end_image] = [await upload(), await upload()];
      const { path } = await shotOf({ image, end_image });
      await trash(end_image);
      const between = { workflow: 'wan22-14b-flf2v', ...CLIP };
      const { status, body } = await ann.post(`${path}/video`, between);
      expect([status, body]).toEqual([
        409,
        expect.objectContaining({
          ...{ code: 'shot_source_missing', field: 'end_image', path: end_image, shot_id: null },
          detail: expect.stringContaining('otherwise change end_image of the shot.'),
        }),
      ]);
      await ann.post('/api/media/restore', { paths: [end_image] });
      expect(await made(path, 'video', between)).toMatchObject({
        status: 'completed',
        references: [
          { name: image, slot: 'image', used: true },
          { name: end_image, slot: 'end_image', used: true },
        ],
      });
    });

    it('is not a reason for a workflow that takes none: others are named, as far as the key has them', async () => {
      const cat = await kinora.agent('cat', { allowed_workflows: ['wan22-5b-t2v'] });
      const msg = async (caller: TestCaller): Promise<string> => {
        const story = await Story.create(caller);
        const scene = await story.scene(1);
        const shot = await story.shot(scene, { image_prompt: 'a pier', end_image: 'from_next' });
        const { body } = await caller.post(`${story.shotsPath(scene)}/${shot}/video`, {
          ...{ workflow: 'wan22-5b-t2v', provider: 'node' },
        });
        return String((body['detail'] as Fields[])[0]?.['msg']);
      };
      const refused =
        "Send another workflow, or change end_image of the shot. The workflow 'wan22-5b-t2v' takes no last frame.";
      expect(await msg(ann)).toBe(`${refused} Those that do: wan22-14b-flf2v.`);
      expect(await msg(cat)).toBe(`${refused} No workflow that you may use does.`);
    });

    it('is replaced by the next take, though its own was approved', async () => {
      const { story, path } = await shotOf();
      const first = await made(path, 'image', STILL);
      await ann.patch(`${path}/takes/${first.id}`, { verdict: 'approved' });
      await trash(first.path);
      const { workflow, provider, ...fields } = { ...STILL, seed: 2 };
      const generate = { kind: 'image', workflow, provider, fields };
      const { body } = await ann.post(`${story.path}/generate`, generate);
      await ann.get(`${story.path}/generations/${String(body['id'])}?wait=60`);
      const { body: shot } = await ann.get(path);
      expect(shot).toMatchObject({ status: 'image_ready', missing: [] });
      expect(shot['image']).not.toBe(first.path);
      expect((await ann.post(`${story.path}/generate`, generate)).body).toMatchObject({
        code: 'nothing_to_make',
        detail: expect.stringContaining('`"only": "all"`'),
      });
    });

    it('is listed by its purge if a locked shot or an approved take has it, and missing there afterwards', async () => {
      await ann.post('/api/media/purge', { filter: { trashed: true } });
      const [selected, other] = [await shotOf(), await shotOf()];
      const [locked, approved] = [
        await made(selected.path, 'image', STILL),
        await made(other.path, 'image', STILL),
      ];
      await ann.patch(selected.path, { locked: true });
      await ann.patch(`${other.path}/takes/${approved.id}`, { verdict: 'approved' });
      await ann.patch(other.path, { image: null });
      const unused = await upload();
      const bob = await kinora.agent('bob');
      const used = [locked.path, approved.path].sort();
      const paths = [...used, unused];
      for (const path of paths) await trash(path);
      expect((await bob.post('/api/media/purge', { paths, dry_run: true })).body).toEqual({
        count: 0,
      });
      const sorted = ({ used: some, ...rest }: Fields) => ({ ...rest, used: (some as []).sort() });
      const plan = await ann.post('/api/media/purge', { paths, dry_run: true });
      expect(sorted(plan.body)).toEqual({ count: 3, used });
      const purged = await ann.post('/api/media/purge', { filter: { trashed: true } });
      expect(sorted(purged.body)).toEqual({ purged: 3, failed: [], used });
      const { body: shot } = await ann.get(selected.path);
      expect(shot).toMatchObject({ locked: true, image: locked.path, missing: ['image'] });
      const { body: take } = await ann.get(`${other.path}/takes/${approved.id}`);
      expect(take).toMatchObject({ verdict: 'approved', path: approved.path, missing: true });
      const render = await ann.post(`${selected.story.path}/renders`, { dry_run: true });
      expect(render.body).toMatchObject({
        faults: expect.arrayContaining([
          expect.objectContaining({ code: 'file_missing', shot_id: selected.id }),
        ]),
      });
    });
  });
});
