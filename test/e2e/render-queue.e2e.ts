import { existsSync } from 'node:fs';
import { FilmFilesStore } from '../../src/modules/projects/film/film-files.store';
import { FilmMakerService } from '../../src/modules/projects/film/film-maker.service';
import { RendersRepository } from '../../src/modules/projects/records/renders.repository';
import { Clock } from '../../src/platform/clock/clock';
import { eventually } from '../support/eventually';
import { png } from '../support/media-samples';
import { FAST, type Render, RenderTests } from '../support/renders';
import { describeWith } from '../support/required-programs';

interface Events {
  readonly items: readonly { readonly type: string; readonly data: Record<string, unknown> }[];
  readonly next_since: string;
}

describeWith('ffmpeg', 'the queue of renders', () => {
  let tests: RenderTests;
  let keeper: RenderTests['keeper'];

  beforeAll(async () => {
    tests = await RenderTests.start();
    ({ keeper } = tests);
  });
  afterAll(() => tests.kinora.close());

  it('refuses a second render of a project unless parallel is sent, and deletes the files of cancelled ones', async () => {
    const { renders } = await tests.story(keeper, Array<number>(20).fill(1));
    const { body: first } = await keeper.post<Render>(renders, FAST);
    const second = await keeper.post(renders, FAST);
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: 'render_running', render_id: first.id });
    const { body: third } = await keeper.post<Render>(renders, { ...FAST, parallel: true });
    await tests.begun(first.id);
    expect((await keeper.get<Render>(`${renders}/${third.id}`)).body.status).toBe('queued');
    for (const { id } of [third, first]) {
      const cancelled = await keeper.post(`${renders}/${id}/cancel`);
      expect(cancelled.body).toMatchObject({ status: 'cancelled', path: null });
    }
    const again = await keeper.post(`${renders}/${first.id}/cancel`);
    expect(again.body).toMatchObject({ code: 'render_finished', status: 'cancelled' });
    await eventually(() => Promise.resolve(!existsSync(tests.filesOf(first.id))));
    expect((await keeper.delete(`${renders}/${first.id}`)).body).toEqual({
      ok: true,
      id: first.id,
    });
    expect((await keeper.get(`${renders}/${first.id}`)).body).toMatchObject({
      code: 'render_not_found',
    });
  });

  it('refuses more than 20 unfinished renders of an owner, with parallel too', async () => {
    const { renders } = await tests.story(keeper, [1]);
    // They wait, so that none ends.
    tests.kinora.configure({ limits: { min_free_bytes: 2 ** 50 } });
    const send = () => keeper.post<Render>(renders, { ...FAST, parallel: true });
    for (let count = 0; count < 20; count += 1) expect((await send()).status).toBe(201);
    expect(await send()).toMatchObject({ status: 429, body: { code: 'render_cap' } });
    const alone = await keeper.post<Render>(renders, FAST);
    expect(alone).toMatchObject({ status: 429, body: { code: 'render_cap' } });
    for (const { id } of (await keeper.get<{ items: Render[] }>(renders)).body.items)
      await keeper.delete(`${renders}/${id}`);
    tests.kinora.configure({});
  });

  it('continues after a restart with the finished segments, and with files that are in the trash by then', async () => {
    const trashed = await tests.uploaded(keeper, 'trashed.png', await png(64, 36, 11));
    const { renders } = await tests.story(keeper, Array<number>(5).fill(1), trashed);
    const { body: queued } = await keeper.post<Render>(renders, FAST);
    await tests.begun(queued.id);
    expect((await keeper.delete(`/api/media/${trashed}`)).status).toBe(200);
    tests.kinora = await tests.kinora.restartInPlace();
    const render = await tests.ended(keeper, renders, queued.id);
    expect(render).toMatchObject({ status: 'completed', frames_done: 50 });
    const { body: log } = await keeper.get<string>(`${renders}/${queued.id}/log`);
    expect(log.match(/Z shot 1 of scene 1$/gm)).toHaveLength(1);
    expect(log).toContain('The render continues.');
  });

  it('does not count stops of the service as attempts', async () => {
    const { renders } = await tests.story(keeper, [1]);
    const films = tests.kinora.app.get(FilmMakerService, { strict: false });
    const making = jest.spyOn(films, 'make').mockImplementation(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    // It waits, so that its row can be brought into the state that four crashes leave.
    tests.kinora.configure({ limits: { min_free_bytes: 2 ** 50 } });
    const { body: queued } = await keeper.post<Render>(renders, FAST);
    const rows = tests.kinora.app.get(RendersRepository);
    await rows.begin(queued.id, 4, new Date().toISOString());
    tests.kinora.configure({});
    await eventually(() => Promise.resolve(making.mock.calls.length > 0));
    expect((await rows.whole(queued.id))?.attempts).toBe(5);
    tests.kinora = await tests.kinora.restartInPlace();
    const render = await tests.ended(keeper, renders, queued.id);
    expect(render).toMatchObject({ status: 'completed', error: null });
  });

  it('answers a repeated request with the same render', async () => {
    const { renders } = await tests.story(keeper, [0.2]);
    const send = () => {
      const headers = { 'Idempotency-Key': 'final-cut' };
      return keeper.send<Render>('POST', renders, { body: FAST, headers });
    };
    const [one, two] = await Promise.all([send(), send()]);
    expect([one.status, two.body.id]).toEqual([201, one.body.id]);
    await tests.ended(keeper, renders, one.body.id);
    expect((await keeper.get<{ items: [] }>(renders)).body.items).toHaveLength(1);
  });

  it('gives another owner a turn after ten minutes of a long render', async () => {
    const other = await tests.kinora.agent('other');
    const picture = await tests.uploaded(other, 'theirs.png', await png(64, 36, 7));
    const long = await tests.story(keeper, Array<number>(4).fill(1));
    const short = await tests.story(other, [0.2], picture);
    const { body: first } = await keeper.post<Render>(long.renders, FAST);
    const { body: second } = await other.post<Render>(short.renders, FAST);
    await tests.begun(first.id);
    const clock = tests.kinora.app.get(Clock, { strict: false });
    const monotonic = clock.monotonic.bind(clock);
    const later = jest.spyOn(clock, 'monotonic').mockImplementation(() => monotonic() + 600_000);
    const secondEnd = await tests.ended(other, short.renders, second.id);
    later.mockRestore();
    const firstEnd = await tests.ended(keeper, long.renders, first.id);
    expect([firstEnd, secondEnd].map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(secondEnd.finished_at < firstEnd.finished_at).toBe(true);
    const { body: log } = await keeper.get<string>(`${long.renders}/${first.id}/log`);
    expect(log.match(/Z shot \d+ of scene 1$/gm)).toHaveLength(4);
  });

  /** Kind and state of the events of renders and projects while `work` runs. */
  async function reportedBy(work: () => Promise<unknown>): Promise<unknown[]> {
    const events = async (since: string): Promise<Events> =>
      (await keeper.get<Events>(`/api/events?events=project,render&since=${since}`)).body;
    const { next_since } = await events('latest');
    await work();
    const { items } = await events(next_since);
    return items.map(({ type, data }) => [type, data['status'] ?? data['action']]);
  }

  it('tells of the status that a project gets from its render', async () => {
    const { renders } = await tests.story(keeper, [0.2]);
    const reported = await reportedBy(async () => {
      const { body } = await keeper.post<Render>(renders, FAST);
      await tests.ended(keeper, renders, body.id);
    });
    expect(reported).toEqual(
      ['queued', 'running', 'completed'].flatMap((status) => [
        ['render', status],
        ['project', 'updated'],
      ]),
    );
  });

  it.each(['render', 'project'])(
    'tells that a render ends when its %s is deleted',
    async (what) => {
      const { renders, story: made } = await tests.story(keeper, Array<number>(20).fill(1));
      const { body: render } = await keeper.post<Render>(renders, FAST);
      const path = what === 'render' ? `${renders}/${render.id}` : made.path;
      expect(await reportedBy(() => keeper.delete(path))).toContainEqual(['render', 'cancelled']);
      expect((await keeper.get(path)).status).toBe(404);
    },
  );

  it('tells that a render ends when it is deleted while its film enters the library', async () => {
    const { renders } = await tests.story(keeper, [1]);
    // It waits, so that its row can be brought into that state.
    tests.kinora.configure({ limits: { min_free_bytes: 2 ** 50 } });
    const { body: queued } = await keeper.post<Render>(renders, FAST);
    await tests.kinora.app.get(RendersRepository).finishFilm(queued.id, new Date().toISOString());
    const remove = () => keeper.delete(`${renders}/${queued.id}`);
    expect(await reportedBy(remove)).toContainEqual(['render', 'cancelled']);
    tests.kinora.configure({});
  });

  it('tells of the project when a render that has ended is deleted', async () => {
    const { renders } = await tests.story(keeper, Array<number>(20).fill(1));
    const { body: render } = await keeper.post<Render>(renders, FAST);
    await keeper.post(`${renders}/${render.id}/cancel`);
    const remove = () => keeper.delete(`${renders}/${render.id}`);
    expect(await reportedBy(remove)).toEqual([['project', 'updated']]);
  });

  it('ends the render of a deleted project, without a film or files', async () => {
    const { renders, story: made } = await tests.story(keeper, Array<number>(20).fill(1));
    const { body: render } = await keeper.post<Render>(renders, FAST);
    await tests.begun(render.id);
    expect((await keeper.delete(made.path)).status).toBe(200);
    await eventually(() => Promise.resolve(!existsSync(tests.filesOf(render.id))));
    expect((await keeper.get(`/api/media?project=${made.id}`)).body).toMatchObject({ items: [] });
  });

  it('ends the renders of a revoked key, and deletes their files once ffmpeg has ended', async () => {
    const leaving = await tests.kinora.agent('leaving');
    const picture = await tests.uploaded(leaving, 'mine.png', await png(64, 36, 5));
    const { renders } = await tests.story(leaving, Array<number>(20).fill(1), picture);
    const films = tests.kinora.app.get(FilmMakerService, { strict: false });
    const files = tests.kinora.app.get(FilmFilesStore, { strict: false });
    const make = films.make.bind(films);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const making = jest.spyOn(films, 'make').mockImplementation(async (task) => {
      try {
        return await make(task);
      } finally {
        await released;
      }
    });
    const removed = jest.spyOn(files, 'remove');
    const { body: queued } = await leaving.post<Render>(renders, FAST);
    await tests.begun(queued.id);
    const admin = tests.kinora.as(null);
    await admin.patch('/api/agents/leaving', { enabled: false });
    const render = await tests.ended(admin, renders, queued.id);
    const removedBefore = removed.mock.calls.flat();
    release();
    making.mockRestore();
    removed.mockRestore();
    expect(render).toMatchObject({
      status: 'cancelled',
      path: null,
      error: { code: 'key_revoked' },
    });
    expect(removedBefore).not.toContain(queued.id);
    await eventually(() => Promise.resolve(!existsSync(tests.filesOf(queued.id))));
  });

  it('ends the render of a revoked key, although the process was killed after its film was finished', async () => {
    const leaving = await tests.kinora.agent('gone');
    const picture = await tests.uploaded(leaving, 'gone.png', await png(64, 36, 6));
    const { renders } = await tests.story(leaving, [1], picture);
    // It waits, so that its row can be brought into the state that a killed process leaves.
    tests.kinora.configure({ limits: { min_free_bytes: 2 ** 50 } });
    const { body: queued } = await leaving.post<Render>(renders, FAST);
    const rows = tests.kinora.app.get(RendersRepository);
    const at = new Date().toISOString();
    await rows.begin(queued.id, 1, at);
    await rows.finishFilm(queued.id, at);
    await tests.kinora.as(null).patch('/api/agents/gone', { enabled: false });
    tests.kinora = await tests.kinora.restartInPlace();
    expect(await tests.ended(tests.kinora.as(null), renders, queued.id)).toMatchObject({
      status: 'cancelled',
      error: { code: 'key_revoked' },
    });
    tests.kinora.configure({});
  });
});
