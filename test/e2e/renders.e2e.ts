import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DerivedMedia } from '../../src/modules/media/public/derived-media';
import { Clock } from '../../src/platform/clock/clock';
import type { Answer, TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { png, tone } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import { Story } from '../support/story';

interface Render {
  readonly id: string;
  readonly status: string;
  readonly seconds: number;
  readonly frames_done: number;
  readonly frames_total: number;
  readonly path: string | null;
  readonly poster: string | null;
  readonly finished_at: string;
  readonly error: { readonly code: string; readonly message: string } | null;
}

const SEGMENT = /^segment-.*\.mp4$/;
const FAST = { resolution: '480p', fps: 10, subtitles: 'none' };

describeWith('ffmpeg', 'renders of projects', () => {
  let kinora: TestKinora;
  let keeper: TestCaller & { readonly key: string };
  let image: string;

  const uploaded = async (caller: TestCaller, name: string, bytes: Buffer): Promise<string> =>
    (await caller.upload(name, bytes)).body.path;

  /** A project of stills. */
  const story = async (caller: TestCaller, lengths: readonly number[], picture = image) => {
    const made = await Story.create(caller, { title: 'The lantern', aspect_ratio: '16:9' });
    const scene = await made.scene(1, { title: 'The pier' });
    for (const duration_seconds of lengths)
      await made.shot(scene, { duration_seconds, image: picture });
    return { renders: `${made.path}/renders`, scene, story: made };
  };
  const ended = (caller: TestCaller, renders: string, id: string): Promise<Render> =>
    eventually(async () => {
      const { body } = await caller.get<Render>(`${renders}/${id}?wait=50`);
      return !['queued', 'running'].includes(body.status) && body;
    }, `the end of render ${id}`);
  const filesOf = (id: string): string => join(kinora.folder, 'data', 'renders', id);
  /** Waits for the first finished segment: how far a render is, is written only once a second. */
  const begun = (id: string): Promise<unknown> =>
    eventually(() => {
      const files = existsSync(filesOf(id)) ? readdirSync(filesOf(id)) : [];
      return Promise.resolve(files.some((name) => SEGMENT.test(name)));
    });

  beforeAll(async () => {
    kinora = await TestKinora.start();
    keeper = await kinora.agent('keeper');
    image = await uploaded(keeper, 'pier.png', await png(64, 36));
  });
  afterAll(() => kinora.stop());

  it('makes a film of the selected media, which belongs to the owner of the project', async () => {
    const { scene, renders, story: made } = await story(keeper, [0.5]);
    const narration = await uploaded(keeper, 'line.wav', tone(1));
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
    const { body: render } = await keeper.get<Render>(`${renders}/${body.id}?wait=60`);
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
      made_from: [image, narration].sort(),
    });
    const ofProject = await keeper.get<{ items: object[] }>(`/api/media?project=${made.id}`);
    expect(ofProject.body.items).toMatchObject([{ path: render.poster }, { path: render.path }]);
    expect((await keeper.get(`/api/media/${render.poster}`)).body).toMatchObject({
      type: 'image',
      made_from: [render.path],
    });
    expect((await made.tree())['status']).toBe('completed');
    expect(existsSync(filesOf(render.id))).toBe(false);
    const log = await keeper.get<string>(`${renders}/${render.id}/log`);
    expect(log.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(log.body).toContain('shot 2 of scene 1');
    expect(log.body).not.toContain(kinora.folder);
  });

  it('checks the project first, and renders nothing with a blocking fault', async () => {
    const { renders, story: made, scene } = await story(keeper, [1]);
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
    const { scene, renders, story: made } = await story(keeper, []);
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

  it('refuses a second render of a project unless parallel is sent, and deletes the files of cancelled ones', async () => {
    const { renders } = await story(keeper, Array<number>(20).fill(1));
    const { body: first } = await keeper.post<Render>(renders, FAST);
    const second = await keeper.post(renders, FAST);
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: 'render_running', render_id: first.id });
    const { body: third } = await keeper.post<Render>(renders, { ...FAST, parallel: true });
    await begun(first.id);
    expect((await keeper.get<Render>(`${renders}/${third.id}`)).body.status).toBe('queued');
    for (const { id } of [third, first]) {
      const cancelled = await keeper.post(`${renders}/${id}/cancel`);
      expect(cancelled.body).toMatchObject({ status: 'cancelled', path: null });
    }
    const again = await keeper.post(`${renders}/${first.id}/cancel`);
    expect(again.body).toMatchObject({ code: 'render_finished', status: 'cancelled' });
    await eventually(() => Promise.resolve(!existsSync(filesOf(first.id))));
    expect((await keeper.delete(`${renders}/${first.id}`)).body).toEqual({
      ok: true,
      id: first.id,
    });
    expect((await keeper.get(`${renders}/${first.id}`)).body).toMatchObject({
      code: 'render_not_found',
    });
  });

  it.each([
    ['the disk is nearly full', { min_free_bytes: 2 ** 50 }, 'disk_full'],
    ['the owner has no room for the film', { owner_bytes: 1 }, 'quota_reached'],
  ])('fails while it is made when %s, and leaves nothing', async (_, limits, code) => {
    const { renders, story: made } = await story(keeper, Array<number>(3).fill(1));
    const { body: render } = await keeper.post<Render>(renders, FAST);
    await begun(render.id);
    kinora.configure({ limits });
    const end = await ended(keeper, renders, render.id);
    kinora.configure({});
    expect(end).toMatchObject({ status: 'failed', path: null, error: { code } });
    await eventually(() => Promise.resolve(!existsSync(filesOf(render.id))));
    expect((await keeper.get(`/api/media?project=${made.id}`)).body).toMatchObject({ items: [] });
  });

  it('can not be cancelled any more once its film is finished', async () => {
    const { renders } = await story(keeper, [0.2]);
    const derived = kinora.app.get(DerivedMedia, { strict: false });
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
    expect(await ended(keeper, renders, render.id)).toMatchObject({
      ...{ status: 'completed', path: expect.any(String) },
    });
    entering.mockRestore();
  });

  it('continues after a restart with the finished segments, and with files that are in the trash by then', async () => {
    const trashed = await uploaded(keeper, 'trashed.png', await png(64, 36, 11));
    const { renders } = await story(keeper, Array<number>(4).fill(1), trashed);
    const { body: queued } = await keeper.post<Render>(renders, FAST);
    await begun(queued.id);
    expect((await keeper.delete(`/api/media/${trashed}`)).status).toBe(200);
    kinora = await kinora.restartInPlace();
    const render = await ended(keeper, renders, queued.id);
    expect(render).toMatchObject({ status: 'completed', frames_done: 40 });
    const { body: log } = await keeper.get<string>(`${renders}/${queued.id}/log`);
    expect(log.match(/Z shot 1 of scene 1$/gm)).toHaveLength(1);
    expect(log).toContain('The render continues.');
  });

  it.each([
    ['picture', () => png(64, 36, 9)],
    ['recording', () => tone(1)],
  ])('fails with the path of a %s that is purged while it is made', async (what, bytes) => {
    const { scene, renders, story: made } = await story(keeper, Array<number>(12).fill(1));
    const purged = await uploaded(keeper, 'late', await bytes());
    await made.shot(scene, { duration_seconds: 1, image: what === 'picture' ? purged : image });
    const narration = what === 'recording' ? { narration: purged } : {};
    const { body: render } = await keeper.post<Render>(renders, { ...FAST, ...narration });
    await begun(render.id);
    await keeper.delete(`/api/media/${purged}`);
    await keeper.post('/api/media/purge', { paths: [purged] });
    const message = expect.stringMatching(`^The file ${purged} was deleted for good`);
    expect(await ended(keeper, renders, render.id)).toMatchObject({
      status: 'failed',
      error: { code: 'render_failed', message },
    });
    const { body: log } = await keeper.get<string>(`${renders}/${render.id}/log`);
    expect(log).toContain(`The file ${purged} was deleted for good`);
  });

  it('answers a repeated request with the same render', async () => {
    const { renders } = await story(keeper, [0.2]);
    const send = () => {
      const headers = { 'Idempotency-Key': 'final-cut' };
      return keeper.send<Render>('POST', renders, { body: FAST, headers });
    };
    const [one, two] = await Promise.all([send(), send()]);
    expect([one.status, two.body.id]).toEqual([201, one.body.id]);
    await ended(keeper, renders, one.body.id);
    expect((await keeper.get<{ items: [] }>(renders)).body.items).toHaveLength(1);
  });

  it('refuses files of others, and renders by others than the owner', async () => {
    const stranger = await kinora.agent('stranger');
    const theirs = await uploaded(stranger, 'theme.wav', tone(2));
    const { renders } = await story(keeper, [0.2]);
    for (const param of ['music', 'narration']) {
      const { status, body } = await keeper.post(renders, { ...FAST, [param]: theirs });
      expect({ status, ...body }).toMatchObject({ status: 404, code: 'media_not_found', param });
    }
    expect((await stranger.post(renders, FAST)).body).toMatchObject({ code: 'project_not_found' });
    const other = await story(stranger, []);
    const { body } = await keeper.post<Render>(renders, { ...FAST, dry_run: true });
    expect(body).toMatchObject({ ok: true });
    const made = await keeper.post<Render>(renders, FAST);
    const foreign = `${other.renders}/${made.body.id}`;
    expect((await stranger.get(foreign)).body).toMatchObject({ code: 'render_not_found' });
    const admin = kinora.as(null);
    expect((await admin.post(renders, FAST)).body).toMatchObject({
      code: 'project_of_other_owner',
    });
    expect((await admin.get(`${renders}/${made.body.id}`)).status).toBe(200);
    await ended(keeper, renders, made.body.id);
  });

  it('gives another owner a turn after ten minutes of a long render', async () => {
    const other = await kinora.agent('other');
    const picture = await uploaded(other, 'theirs.png', await png(64, 36, 7));
    const long = await story(keeper, Array<number>(6).fill(1));
    const short = await story(other, [0.2], picture);
    const { body: first } = await keeper.post<Render>(long.renders, FAST);
    const { body: second } = await other.post<Render>(short.renders, FAST);
    await begun(first.id);
    const clock = kinora.app.get(Clock, { strict: false });
    const monotonic = clock.monotonic.bind(clock);
    const later = jest.spyOn(clock, 'monotonic').mockImplementation(() => monotonic() + 600_000);
    const secondEnd = await ended(other, short.renders, second.id);
    later.mockRestore();
    const firstEnd = await ended(keeper, long.renders, first.id);
    expect([firstEnd, secondEnd].map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(secondEnd.finished_at < firstEnd.finished_at).toBe(true);
    const { body: log } = await keeper.get<string>(`${long.renders}/${first.id}/log`);
    expect(log.match(/Z shot \d+ of scene 1$/gm)).toHaveLength(6);
  });

  it('ends the render of a deleted project, without a film or files', async () => {
    const { renders, story: made } = await story(keeper, Array<number>(20).fill(1));
    const { body: render } = await keeper.post<Render>(renders, FAST);
    await begun(render.id);
    expect((await keeper.delete(made.path)).status).toBe(200);
    await eventually(() => Promise.resolve(!existsSync(filesOf(render.id))));
    expect((await keeper.get(`/api/media?project=${made.id}`)).body).toMatchObject({ items: [] });
  });

  it('ends the renders of a revoked key', async () => {
    const leaving = await kinora.agent('leaving');
    const picture = await uploaded(leaving, 'mine.png', await png(64, 36, 5));
    const { renders } = await story(leaving, Array<number>(20).fill(1), picture);
    const { body: queued } = await leaving.post<Render>(renders, FAST);
    const admin = kinora.as(null);
    await admin.patch('/api/agents/leaving', { enabled: false });
    expect(await ended(admin, renders, queued.id)).toMatchObject({
      status: 'cancelled',
      path: null,
      error: { code: 'key_revoked' },
    });
    await eventually(() => Promise.resolve(!existsSync(filesOf(queued.id))));
  });
});
