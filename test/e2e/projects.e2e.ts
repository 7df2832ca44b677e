import { ShotEntity } from '../../src/modules/projects/records/shot.entity';
import { WriteGate } from '../../src/platform/database/write-gate';
import type { Answer, TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { Story } from '../support/story';

type Fields = Record<string, unknown>;
const TIMES = { created_at: expect.any(String), updated_at: expect.any(String) };

const PROJECT = {
  description: '',
  aspect_ratio: '9:16',
  duration_seconds: null,
  status: 'draft',
  characters: [],
  narrator_voice: null,
  metadata: {},
};
const SCENE = {
  title: '',
  setting: 'interior',
  weather: 'clear',
  summary: '',
  location: '',
  time_of_day: '',
  characters: [],
  metadata: {},
};
const SHOT = {
  title: '',
  description: '',
  status: 'draft',
  lines: [],
  dialogue: null,
  speaker: null,
  subtitle: '',
  image_prompt: '',
  motion_prompt: '',
  camera: '',
  characters: [],
  duration_seconds: 5,
  timing: 'fixed',
  start_from: 'none',
  end_image: null,
  locked: false,
  clip_audio: 'duck',
  image: null,
  video: null,
  speech: null,
  image_take: null,
  video_take: null,
  speech_take: null,
  missing: [],
  metadata: {},
};

describe('projects, scenes and shots', () => {
  let kinora: TestKinora;
  let admin: TestCaller;
  let ann: TestCaller;
  let bob: TestCaller;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    admin = kinora.as(null);
    ann = await kinora.agent('ann');
    bob = await kinora.agent('bob', { allowed_characters: ['mara'] });
    for (const id of ['mara', 'tom']) await ann.post('/api/characters', { id, name: id });
  });
  afterAll(() => kinora.close());

  const upload = async (caller: TestCaller): Promise<string> =>
    (await caller.upload('picture.png', await uniquePng(8, 8))).body.path;
  const sent = async (answer: Promise<Answer>): Promise<unknown[]> => {
    const { status, body } = await answer;
    return [status, body['code'] ?? body['detail']];
  };
  /** Where the first validation error of the answer is. */
  const refusedAt = async (answer: Promise<Answer>): Promise<unknown> => {
    const { status, body } = await answer;
    const [{ loc } = { loc: status }] = body['detail'] as { loc: unknown }[];
    return loc;
  };

  describe('projects', () => {
    it('need only a title, are listed newest first, and are answered with their scenes and shots', async () => {
      const carl = await kinora.agent('carl');
      const { status, body } = await carl.post('/api/projects', { title: 'One' });
      const id = body['id'];
      expect([status, body]).toEqual([201, { ...PROJECT, ...TIMES, id, title: 'One' }]);
      expect(id).toMatch(/^prj_/);
      const two = await Story.create(carl, { title: 'Two' });
      const list = await carl.get<{ items: Fields[] }>('/api/projects?with_total=true');
      expect(list.body).toMatchObject({ total: 2, next_cursor: null });
      expect(list.body.items.map((one) => one['title'])).toEqual(['Two', 'One']);
      expect(await two.tree()).toEqual({
        ...PROJECT,
        ...TIMES,
        id: two.id,
        title: 'Two',
        scenes: [],
      });
      const page = await carl.get<{ next_cursor: string }>('/api/projects?limit=1');
      const next = await carl.get<{ items: Fields[] }>(
        `/api/projects?limit=1&cursor=${page.body.next_cursor}`,
      );
      expect(next.body.items).toEqual([body]);
    });

    it('take all fields, and PATCH changes the sent ones; null resets one', async () => {
      const fields = {
        title: 'Lantern',
        description: 'A story.',
        aspect_ratio: '16:9',
        duration_seconds: 60,
        status: 'planning',
        characters: ['mara', 'tom', 'mara'],
        narrator_voice: { voice_id: 'v1' },
        metadata: { draft: 1 },
      };
      const { body: project } = await ann.post('/api/projects', fields);
      const voice = { provider: 'elevenlabs', voice_id: 'v1', name: '', settings: {} };
      const record = { ...fields, characters: ['mara', 'tom'], narrator_voice: voice };
      expect(project).toEqual({ ...record, ...TIMES, id: project['id'] });
      const path = `/api/projects/${String(project['id'])}`;
      const changed = await ann.patch(path, { aspect_ratio: null, metadata: { draft: 2 } });
      expect(changed.body).toMatchObject({
        ...record,
        aspect_ratio: '9:16',
        metadata: { draft: 2 },
      });
      // The answer is a valid body; `rendering` leaves the status as it is.
      const { body: tree } = await ann.get(path);
      const again = await ann.patch(path, { ...tree, status: 'rendering' });
      expect([again.status, again.body['status']]).toEqual([200, 'planning']);
    });

    it.each<[Fields, unknown]>([
      [{}, ['body', 'title']],
      [{ title: '' }, ['body', 'title']],
      [{ title: 'x', aspect_ratio: 'wide' }, ['body', 'aspect_ratio']],
      [{ title: 'x', aspect_ratio: '0:9' }, ['body', 'aspect_ratio']],
      [{ title: 'x', aspect_ratio: '16:1' }, ['body', 'aspect_ratio']],
      [{ title: 'x', duration_seconds: 1.5 }, ['body', 'duration_seconds']],
      [{ title: 'x', status: 'done' }, ['body', 'status']],
      [{ title: 'x', narrator_voice: {} }, ['body', 'narrator_voice', 'voice_id']],
      [{ title: 'x', metadata: { a: 'x'.repeat(33_000) } }, ['body', 'metadata']],
      [{ title: 'x', scene: 1 }, ['body', 'scene']],
    ])('are refused at the invalid field (case %#)', async (body, loc) => {
      expect(await refusedAt(ann.post('/api/projects', body))).toEqual(loc);
    });

    it('have a cast of characters that exist and that the key may use', async () => {
      const of = (caller: TestCaller, ...characters: string[]) =>
        sent(caller.post('/api/projects', { title: 'x', characters }));
      expect(await of(ann, 'nobody')).toEqual([404, 'character_not_found']);
      expect(await of(bob, 'tom')).toEqual([403, 'character_not_allowed']);
      const story = await Story.create(bob, { characters: ['mara'] });
      const scene = await story.scene(1);
      const lines = [{ speaker: 'tom', text: 'Hi.' }];
      for (const body of [{ characters: ['tom'] }, { lines }, { speaker: 'tom', dialogue: 'x' }])
        expect(await sent(bob.post(story.shotsPath(scene), body))).toEqual([
          403,
          'character_not_allowed',
        ]);
    });
  });

  describe('scenes', () => {
    it('need only a number, and are listed and answered in the order of their numbers', async () => {
      const story = await Story.create(ann);
      const second = await story.scene(20, { title: 'Second' });
      const { status, body } = await ann.post(`${story.path}/scenes`, { scene_number: 3 });
      const id = body['id'];
      const first = { ...SCENE, ...TIMES, id, project_id: story.id, scene_number: 3 };
      expect([status, body]).toEqual([201, first]);
      expect((await ann.get(`${story.path}/scenes/${String(id)}`)).body).toEqual(first);
      const list = await ann.get<{ items: Fields[]; next_cursor: string }>(
        `${story.path}/scenes?limit=1&with_total=true`,
      );
      expect(list.body).toMatchObject({ items: [first], total: 2 });
      const next = await ann.get<{ items: Fields[] }>(
        `${story.path}/scenes?cursor=${list.body.next_cursor}`,
      );
      expect(next.body).toMatchObject({ items: [{ id: second }], next_cursor: null });
      expect((await story.tree()).scenes).toEqual([
        { ...first, shots: [] },
        expect.objectContaining({ id: second, shots: [] }),
      ]);
    });

    it('have unique numbers: 409 number_taken names the next free one', async () => {
      const story = await Story.create(ann);
      const scene = await story.scene(1);
      await story.scene(4);
      const taken = await ann.post(`${story.path}/scenes`, { scene_number: 1 });
      expect(taken).toMatchObject({ status: 409, body: { code: 'number_taken', next: 5 } });
      expect(taken.body['hint']).toBe(`PUT ${story.path}/scenes/order`);
      const path = `${story.path}/scenes/${scene}`;
      const shot = { shot_number: 1 };
      await ann.post(`${path}/shots`, shot);
      const second = await ann.post(`${path}/shots`, shot);
      expect(second.body['hint']).toBe(`PUT ${path}/shots/order`);
      expect(await sent(ann.patch(path, { scene_number: 4 }))).toEqual([409, 'number_taken']);
      const moved = await ann.patch(path, { scene_number: 9, weather: 'fog', setting: null });
      expect(moved.body).toMatchObject({ scene_number: 9, weather: 'fog', setting: 'interior' });
      // The number that it has already.
      expect((await ann.patch(path, moved.body)).status).toBe(200);
    });

    it.each<[Fields, unknown]>([
      [{}, ['body', 'scene_number']],
      [{ scene_number: 0 }, ['body', 'scene_number']],
      [{ scene_number: 1, weather: 'x'.repeat(65) }, ['body', 'weather']],
      [{ scene_number: 1, project_id: 'prj_other' }, ['body', 'project_id']],
    ])('refuse the body %j at its field', async (body, loc) => {
      const story = await Story.create(ann);
      expect(await refusedAt(ann.post(`${story.path}/scenes`, body))).toEqual(loc);
    });
  });

  describe('shots', () => {
    let story: Story;
    let scene: string;
    beforeAll(async () => {
      story = await Story.create(ann, { title: 'Shots' });
      scene = await story.scene(1);
    });
    const shots = (): string => story.shotsPath(scene);

    it('need no field, and are added after the last one', async () => {
      const own = await Story.create(ann);
      const ownScene = await own.scene(1);
      const { status, body } = await ann.post(own.shotsPath(ownScene), {});
      const ids = { id: body['id'], project_id: own.id, scene_id: ownScene };
      const first = { ...SHOT, ...TIMES, ...ids, shot_number: 1 };
      expect([status, body]).toEqual([201, first]);
      await own.shot(ownScene, { shot_number: 7 });
      const next = await own.shot(ownScene, { title: 'Third' });
      const list = await ann.get<{ items: Fields[]; next_cursor: string }>(
        `${own.shotsPath(ownScene)}?limit=2&with_total=true`,
      );
      expect(list.body).toMatchObject({ items: [first, { shot_number: 7 }], total: 3 });
      const rest = await ann.get(`${own.shotsPath(ownScene)}?cursor=${list.body.next_cursor}`);
      expect(rest.body).toMatchObject({ items: [{ id: next, shot_number: 8 }], next_cursor: null });
      expect((await own.tree()).scenes[0]?.shots.map((one) => one.shot_number)).toEqual([1, 7, 8]);
    });

    it('accept all fields, and their own answer as a body', async () => {
      const image = await upload(ann);
      const fields = {
        shot_number: 30,
        title: 'T',
        description: 'D',
        lines: [
          { speaker: 'mara', text: 'Who?', pause_seconds: 0.5 },
          { speaker: 'narrator', text: 'Nobody.', pause_seconds: 0 },
        ],
        subtitle: 'Who? Nobody.',
        image_prompt: 'a pier',
        motion_prompt: 'waves',
        camera: 'wide',
        characters: ['tom'],
        duration_seconds: 2.5,
        timing: 'fit_dialogue',
        start_from: 'previous_image',
        end_image: `/media/${image}`,
        clip_audio: 'mute',
        image,
        metadata: { take: 1 },
      };
      const { body: shot } = await ann.post(shots(), fields);
      const record = { ...SHOT, ...fields, end_image: image, status: 'image_ready' };
      expect(shot).toMatchObject(record);
      const path = `${shots()}/${String(shot['id'])}`;
      const again = await ann.patch(path, shot);
      expect([again.status, again.body]).toEqual([
        200,
        { ...shot, updated_at: again.body['updated_at'] },
      ]);
      const reset = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
      const { body: bare } = await ann.patch(path, { ...reset, shot_number: 30 });
      expect(bare).toMatchObject({ ...SHOT, shot_number: 30 });
    });

    it('accept their own answer after its characters and files were deleted, and keep their takes', async () => {
      await ann.post('/api/characters', { id: 'brief', name: 'Brief' });
      const [image, end_image] = [await upload(ann), await upload(ann)];
      const lines = [{ speaker: 'brief', text: 'Hi.' }];
      const fields = { image, end_image, lines, characters: ['brief'] };
      const path = `${shots()}/${await story.shot(scene, fields)}`;
      await kinora.app
        .get(WriteGate)
        .run((tx) => tx.update(ShotEntity, { image }, { image_take: 'tak_1' }));
      await ann.delete('/api/characters/brief');
      for (const file of [image, end_image]) await ann.delete(`/api/media/${file}`);
      const { body } = await ann.get(path);
      const again = await ann.patch(path, { ...body, title: 'Again' });
      expect([again.status, again.body]).toMatchObject([
        200,
        { image, end_image, image_take: 'tak_1', characters: ['brief'], title: 'Again' },
      ]);
      expect(await sent(ann.post(shots(), body))).toEqual([404, 'character_not_found']);
    });

    it('take a single line as `dialogue` and `speaker`', async () => {
      const id = await story.shot(scene, { dialogue: 'Who?', speaker: 'mara' });
      const path = `${shots()}/${id}`;
      const line = { speaker: 'mara', text: 'Who?', pause_seconds: 0 };
      expect((await ann.get(path)).body).toMatchObject({ lines: [line], dialogue: 'Who?' });
      const { body: changed } = await ann.patch(path, { dialogue: 'Why?' });
      expect(changed['lines']).toEqual([{ ...line, text: 'Why?' }]);
      expect((await ann.patch(path, changed)).body).toMatchObject({ lines: changed['lines'] });
      const both = { lines: [line], dialogue: 'No' };
      expect(await refusedAt(ann.patch(path, both))).toEqual(['body', 'dialogue']);
      expect((await ann.patch(path, { dialogue: null })).body).toMatchObject({
        lines: [],
        dialogue: null,
        speaker: null,
      });
    });

    it.each<[Fields, unknown]>([
      [{ shot_number: 0 }, ['body', 'shot_number']],
      [{ duration_seconds: 0 }, ['body', 'duration_seconds']],
      [{ duration_seconds: 601 }, ['body', 'duration_seconds']],
      [{ start_from: 'next' }, ['body', 'start_from']],
      [{ clip_audio: 'loud' }, ['body', 'clip_audio']],
      [{ lines: [{ speaker: 'narrator' }] }, ['body', 'lines', 0, 'text']],
      [{ speaker: 'narrator' }, ['body', 'speaker']],
      [{ scene_id: 'scn_other' }, ['body', 'scene_id']],
      [{ project_id: 'prj_other' }, ['body', 'project_id']],
      [
        {
          description: 'é'.repeat(20_000),
          subtitle: '字'.repeat(5000),
          metadata: { a: 'x'.repeat(30_000) },
        },
        ['body'],
      ],
    ])('are refused at the invalid field (case %#)', async (body, loc) => {
      expect(await refusedAt(ann.post(shots(), body))).toEqual(loc);
    });

    it('take only files that the project’s owner can read', async () => {
      const own = await upload(ann);
      const [foreign, admins] = [await upload(bob), await upload(admin)];
      const id = await story.shot(scene);
      const path = `${shots()}/${id}`;
      for (const name of ['image', 'video', 'speech', 'end_image']) {
        for (const file of [foreign, admins, 'never-was.png', '../x', 'https://e.com/media/a.png'])
          expect(await sent(ann.patch(path, { [name]: file }))).toEqual([404, 'media_not_found']);
        // An admin can read it, the owner of the project can't.
        expect(await sent(admin.patch(path, { [name]: admins }))).toEqual([404, 'media_not_found']);
        expect(await sent(ann.post(shots(), { [name]: foreign }))).toEqual([
          404,
          'media_not_found',
        ]);
      }
      for (const name of ['video', 'speech'])
        expect(await refusedAt(ann.patch(path, { [name]: own }))).toEqual(['body', name]);
      expect((await admin.patch(path, { image: own })).body).toMatchObject({ image: own });
    });

    it('list deleted files in missing, and keep the reference', async () => {
      const [image, end_image] = [await upload(ann), await upload(ann)];
      const id = await story.shot(scene, { image, end_image });
      const path = `${shots()}/${id}`;
      expect((await ann.get(path)).body).toMatchObject({ missing: [] });
      await ann.delete(`/api/media/${image}`);
      expect((await ann.get(path)).body).toMatchObject({
        image,
        missing: ['image'],
        status: 'image_ready',
      });
      await ann.delete(`/api/media/${end_image}`);
      expect((await ann.get(path)).body['missing']).toEqual(['image', 'end_image']);
      await ann.post('/api/media/restore', { paths: [image] });
      expect((await ann.get(path)).body['missing']).toEqual(['end_image']);
    });
  });
});
