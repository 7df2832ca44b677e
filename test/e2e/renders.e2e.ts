import { existsSync } from 'node:fs';
import { DerivedMedia } from '../../src/modules/media/public/derived-media';
import type { Answer } from '../support/caller';
import { eventually } from '../support/eventually';
import { png, tone } from '../support/media-samples';
import { FAST, type Render, RenderTests } from '../support/renders';
import { describeWith } from '../support/required-programs';

describeWith('ffmpeg', 'renders of projects', () => {
  let tests: RenderTests;
  let keeper: RenderTests['keeper'];
  let image: string;

  beforeAll(async () => {
    tests = await RenderTests.start();
    ({ keeper, image } = tests);
  });
  afterAll(() => tests.kinora.close());

  it('makes a film of the selected media, which belongs to the owner of the project', async () => {
    const { scene, renders, story: made } = await tests.story(keeper, [0.5]);
    const narration = await tests.uploaded(keeper, 'line.wav', tone(1));
    await made.shot(scene, { subtitle: 'Who lit it?', image, duration_seconds: 1 });
    const settings = { ...FAST, subtitles: 'soft', narration };
    const { status, body } = await keeper.post<Render>(renders, settings);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'queued',
      frames_done: 0,
      frames_total: 15,
      seconds: 1.5,
      path: null,
      settings: { ...settings, transition: 0, zoom: 'none', music: null },
    });
    expect((await made.tree())['status']).toBe('rendering');
    const render = await tests.ended(keeper, renders, body.id);
    expect(render).toMatchObject({ status: 'completed', frames_done: 15, error: null });
    const { body: film } = await keeper.get(`/api/media/${render.path}`);
    expect(film).toMatchObject({
      type: 'video',
      mime: 'video/mp4',
      source: 'derived',
      name: 'The lantern.mp4',
      width: 854,
      height: 480,
      fps: 10,
      made_from: [image, narration],
    });
    const ofProject = await keeper.get<{ items: object[] }>(`/api/media?project=${made.id}`);
    expect(ofProject.body.items).toMatchObject([{ path: render.poster }, { path: render.path }]);
    expect((await keeper.get(`/api/media/${render.poster}`)).body).toMatchObject({
      type: 'image',
      made_from: [render.path],
    });
    expect((await made.tree())['status']).toBe('completed');
    expect(existsSync(tests.filesOf(render.id))).toBe(false);
    const log = await keeper.get<string>(`${renders}/${render.id}/log`);
    expect(log.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(log.body).toContain('shot 2 of scene 1');
    expect(log.body).not.toContain(tests.kinora.folder);
  });

  it('checks the project first, and renders nothing with a blocking fault', async () => {
    const { renders, story: made, scene } = await tests.story(keeper, [1]);
    const shot = await made.shot(scene, { title: 'no picture' });
    const plan = await keeper.post(renders, { ...FAST, dry_run: true });
    expect(plan.status).toBe(200);
    const fault = { code: 'picture_missing', blocking: true, scene_id: scene, shot_id: shot };
    expect(plan.body).toMatchObject({ ok: false, width: 854, height: 480, seconds: 6, frames: 60 });
    expect(plan.body['faults']).toEqual([expect.objectContaining(fault)]);
    const refused = await keeper.post(renders, FAST);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'preflight_failed', faults: [fault] });
    expect((await keeper.get(renders)).body).toMatchObject({ items: [] });
  });

  it('lists the characters of burned captions that no font has; soft captions are accepted', async () => {
    const { scene, renders, story: made } = await tests.story(keeper, []);
    await made.shot(scene, { subtitle: 'Hello \u{e000} مرحبا 🥰', image });
    const faults = async (subtitles: string): Promise<unknown> => {
      const body = { ...FAST, subtitles, dry_run: true };
      return (await keeper.post(renders, body)).body['faults'];
    };
    const code = 'caption_not_drawable';
    const detail = expect.stringContaining('captions: U+E000. Ask the operator') as string;
    expect(await faults('burned')).toMatchObject([{ code, blocking: true, detail }]);
    expect(await faults('soft')).toEqual([]);
  });

  it.each([
    ['the disk is nearly full', { min_free_bytes: 2 ** 50 }, 'disk_full'],
    ['the owner has no room for the film', { owner_bytes: 1 }, 'quota_reached'],
  ])('fails while it is made when %s, and leaves nothing', async (_, limits, code) => {
    const { renders, story: made } = await tests.story(keeper, Array<number>(3).fill(1));
    const { body: render } = await keeper.post<Render>(renders, FAST);
    await tests.begun(render.id);
    tests.kinora.configure({ limits });
    const end = await tests.ended(keeper, renders, render.id);
    tests.kinora.configure({});
    expect(end).toMatchObject({ status: 'failed', path: null, error: { code } });
    await eventually(() => Promise.resolve(!existsSync(tests.filesOf(render.id))));
    expect((await keeper.get(`/api/media?project=${made.id}`)).body).toMatchObject({ items: [] });
  });

  it('cannot be cancelled any more once its film is finished', async () => {
    const { renders } = await tests.story(keeper, [0.2]);
    const derived = tests.kinora.app.get(DerivedMedia, { strict: false });
    const produce = derived.produce.bind(derived);
    const entering = jest.spyOn(derived, 'produce');
    const cancelled = new Promise<Answer>((resolve, reject) => {
      entering.mockImplementationOnce(async (...args) => {
        const { body } = await keeper.get<{ items: Render[] }>(renders);
        keeper.post(`${renders}/${body.items[0]?.id}/cancel`).then(resolve, reject);
        await cancelled;
        return produce(...args);
      });
    });
    const { body: render } = await keeper.post<Render>(renders, FAST);
    expect(await cancelled).toMatchObject({ status: 409, body: { code: 'render_finished' } });
    expect(await tests.ended(keeper, renders, render.id)).toMatchObject({
      ...{ status: 'completed', path: expect.any(String) },
    });
    entering.mockRestore();
  });

  it.each([
    ['picture', () => png(64, 36, 9)],
    ['recording', () => tone(1)],
  ])('fails with the path of a %s that is purged while it is made', async (what, bytes) => {
    const { scene, renders, story: made } = await tests.story(keeper, Array<number>(5).fill(1));
    const purged = await tests.uploaded(keeper, 'late', await bytes());
    await made.shot(scene, { duration_seconds: 1, image: what === 'picture' ? purged : image });
    const narration = what === 'recording' ? { narration: purged } : {};
    const { body: render } = await keeper.post<Render>(renders, { ...FAST, ...narration });
    await tests.begun(render.id);
    await keeper.delete(`/api/media/${purged}`);
    await keeper.post('/api/media/purge', { paths: [purged] });
    const message = expect.stringMatching(`^The file ${purged} was deleted for good`);
    expect(await tests.ended(keeper, renders, render.id)).toMatchObject({
      status: 'failed',
      error: { code: 'render_failed', message },
    });
    const { body: log } = await keeper.get<string>(`${renders}/${render.id}/log`);
    expect(log).toContain(`The file ${purged} was deleted for good`);
  });

  it('refuses files of others, and renders by others than the owner', async () => {
    const stranger = await tests.kinora.agent('stranger');
    const theirs = await tests.uploaded(stranger, 'theme.wav', tone(2));
    const { renders } = await tests.story(keeper, [0.2]);
    for (const param of ['music', 'narration']) {
      const { status, body } = await keeper.post(renders, { ...FAST, [param]: theirs });
      expect({ status, ...body }).toMatchObject({ status: 404, code: 'media_not_found', param });
    }
    expect((await stranger.post(renders, FAST)).body).toMatchObject({ code: 'project_not_found' });
    const other = await tests.story(stranger, []);
    const { body } = await keeper.post<Render>(renders, { ...FAST, dry_run: true });
    expect(body).toMatchObject({ ok: true });
    const made = await keeper.post<Render>(renders, FAST);
    const foreign = `${other.renders}/${made.body.id}`;
    expect((await stranger.get(foreign)).body).toMatchObject({ code: 'render_not_found' });
    const admin = tests.kinora.as(null);
    expect((await admin.post(renders, FAST)).body).toMatchObject({
      code: 'project_of_other_owner',
    });
    expect((await admin.get(`${renders}/${made.body.id}`)).status).toBe(200);
    await tests.ended(keeper, renders, made.body.id);
  });
});
