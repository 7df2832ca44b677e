import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from '../../src/platform/access/caller';
import { EventFeed } from '../../src/platform/events/event-feed';
import type { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import {
  DATASETS,
  JOBS,
  START,
  type TestRun,
  TestTraining,
} from '../support/toolkit/test-training';

describe('training runs', () => {
  let training: TestTraining;
  let ben: TestCaller;

  beforeAll(async () => {
    training = await TestTraining.start();
    ben = await training.kinora.agent('ben');
  });
  afterEach(() => training.toolkit.faults.clear());
  afterAll(() => training.close());

  it('are created, queued, trained and completed; the record shows every step', async () => {
    const owner = await training.newTrainer();
    const body = training.bodyOf(owner);
    const { job_name } = body;
    const events: TestRun[] = [];
    const viewer = { isAdmin: false } as Caller;
    const following = await training.kinora.app.get(EventFeed).follow(({ kind, data }) => {
      if (kind === 'run') events.push(data(viewer) as TestRun);
    });
    const started = await owner.post(START, body);
    expect(started.body).toEqual({
      ok: true,
      job_name,
      status: 'queued',
      config_path: `configs/${job_name}.json`,
      output_dir: `output/${job_name}`,
    });
    const run = started.body as unknown as TestRun;
    expect(readFileSync(training.inRoot('configs', `${job_name}.json`), 'utf8')).toBe(
      `${JSON.stringify(JSON.parse(training.jobOf(run).job_config), null, 2)}\n`,
    );
    expect((await owner.get(`${DATASETS}/${owner.dataset}`)).body['frozen_by']).toBe(job_name);
    training.toolkit.tick();
    await training.reached(owner, run, 'starting');
    training.toolkit.tick(2);
    expect(await training.reached(owner, run, 'running')).toMatchObject({
      phase: 'downloading',
      step: 0,
    });
    training.toolkit.tick(2);
    const half = await eventually(async () => {
      const now = await training.get(owner, run);
      return now.step === 50 && now;
    });
    expect(half).toMatchObject({ phase: 'training', speed: 50, eta_seconds: 1, loss: 1 / 50 });
    training.toolkit.tick();
    expect(await training.reached(owner, run, 'completed')).toMatchObject({
      step: 100,
      steps: 100,
      phase: null,
      stalled: null,
      error: null,
      loss_curve: expect.arrayContaining([{ step: 10, value: 1 / 10 }]),
      finished_at: expect.any(String),
    });
    expect((await owner.get(`${DATASETS}/${owner.dataset}`)).body['frozen_by']).toBeNull();
    await eventually(() => Promise.resolve(events.at(-1)?.status === 'completed'));
    following.stop();
    expect(new Set(events.map(({ status }) => status))).toEqual(
      new Set(['queued', 'starting', 'running', 'completed']),
    );
    expect(events.at(-1)).toMatchObject({ job_name, status: 'completed', step: 100 });
    expect(events.at(-1)).not.toHaveProperty('owner');
  });

  it('belong to the caller who started them', async () => {
    const owner = await training.newTrainer();
    const run = await training.run(owner);
    const absent = { status: 404, body: { code: 'training_run_not_found' } };
    expect(await ben.get(`${JOBS}/${run.job_name}`)).toMatchObject(absent);
    expect(await ben.post(`${JOBS}/${run.job_name}/stop`)).toMatchObject(absent);
    const names = async (caller: TestCaller): Promise<string[]> =>
      (await caller.get<{ items: TestRun[] }>(JOBS)).body.items.map(({ job_name }) => job_name);
    expect(await names(ben)).toEqual([]);
    expect(await names(owner)).toEqual([run.job_name]);
    expect(await ben.post(START, training.bodyOf(owner))).toMatchObject({
      status: 404,
      body: { code: 'dataset_not_found' },
    });
    await owner.post(`${JOBS}/${run.job_name}/stop`);
  });

  it('are deleted with what was kept of them, once they have ended', async () => {
    const owner = await training.newTrainer();
    const running = await training.run(owner);
    const route = ({ job_name }: TestRun): string => `${JOBS}/${job_name}`;
    expect(await owner.delete(route(running))).toMatchObject({
      status: 409,
      body: { code: 'training_run_unfinished', hint: `POST ${route(running)}/stop` },
    });
    await owner.post(`${route(running)}/stop`);
    const run = await training.completed(owner);
    const { job_name } = run;
    expect(await ben.delete(route(run))).toMatchObject({
      status: 404,
      body: { code: 'training_run_not_found' },
    });
    const answers = await Promise.all([1, 2].map(() => owner.delete(route(run))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await owner.get(route(run))).status).toBe(404);
    for (const path of [`checkpoints/${job_name}`, `configs/${job_name}.json`])
      expect(existsSync(training.inRoot(path))).toBe(false);
    // The toolkit keeps its own, so that the name stays taken.
    expect(existsSync(training.inRoot('output', job_name))).toBe(true);
    expect(await owner.post(START, training.bodyOf(owner, { job_name }))).toMatchObject({
      status: 409,
      body: { code: 'id_taken' },
    });
  });

  it('freeze their dataset until they end', async () => {
    const owner = await training.newTrainer();
    const run = await training.run(owner);
    const frozen = { status: 409, body: { code: 'dataset_frozen' } };
    const items = `${DATASETS}/${owner.dataset}/items`;
    expect(await owner.post(items, { paths: [owner.picture] })).toMatchObject(frozen);
    const dry_run = true;
    expect((await owner.post(items, { paths: [owner.picture], dry_run })).status).toBe(200);
    expect(await owner.send('DELETE', items, { body: { names: [owner.picture] } })).toMatchObject(
      frozen,
    );
    expect(await owner.delete(`${DATASETS}/${owner.dataset}`)).toMatchObject(frozen);
    const captions = `${DATASETS}/${owner.dataset}/captions`;
    expect(await owner.post(captions, { prefix: 'x' })).toMatchObject(frozen);
    await owner.post(`${JOBS}/${run.job_name}/stop`);
    expect((await owner.post(items, { paths: [owner.picture] })).status).toBe(200);
  });

  it('are refused beyond the cap of unfinished runs', async () => {
    const owner = await training.newTrainer();
    const runs = [await training.run(owner), await training.run(owner)];
    expect(await owner.post(START, training.bodyOf(owner))).toMatchObject({
      status: 429,
      body: { code: 'training_cap' },
    });
    for (const { job_name } of runs) await owner.post(`${JOBS}/${job_name}/stop`);
    const third = await training.run(owner);
    await owner.post(`${JOBS}/${third.job_name}/stop`);
  });

  it('answer 409 for a name of the service, of the toolkit or of a folder', async () => {
    const owner = await training.newTrainer();
    const { job_name } = await training.run(owner);
    const taken = { status: 409, body: { code: 'id_taken', hint: 'POST /api/lora-training/plan' } };
    expect(await owner.post(START, training.bodyOf(owner, { job_name }))).toMatchObject(taken);
    await owner.post(`${JOBS}/${job_name}/stop`);
    training.toolkit.db.create({ name: 'made-there', gpu_ids: '0', job_config: {} }, '');
    // Another version of the toolkit may have a status that the service doesn't know.
    Object.assign(training.toolkit.db.named('made-there'), { status: 'paused' });
    mkdirSync(training.inRoot('output', 'left-over'), { recursive: true });
    const start = (name: string) => owner.post(START, training.bodyOf(owner, { job_name: name }));
    expect(await start('left-over')).toMatchObject(taken);
    // A plan doesn't find this one.
    const hint = expect.stringContaining('another job_name');
    expect(await start('made-there')).toMatchObject({ status: 409, body: { hint } });
    const other = await training.run(owner);
    await owner.post(`${JOBS}/${other.job_name}/stop`);
  });

  it('start once per Idempotency-Key', async () => {
    const owner = await training.newTrainer();
    const body = training.bodyOf(owner);
    const send = () =>
      owner.send('POST', START, { body, headers: { 'Idempotency-Key': body.job_name } });
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    expect(training.toolkit.db.jobs.filter(({ name }) => name === body.job_name)).toHaveLength(1);
    await owner.post(`${JOBS}/${body.job_name}/stop`);
  });

  it.each([
    ['is away', 'GET /api/auth', 'busy', /starting, or overloaded/],
    ['refuses the token', 'GET /api/auth', { status: 401, body: {} }, /KINORA_TRAINING_TOKEN/],
    [
      'refuses the job',
      'POST /api/jobs',
      { status: 500, body: { error: 'no' } },
      /refused the request: no/,
    ],
    [
      'does not see the dataset',
      'POST /api/datasets/listImages',
      { status: 404, body: {} },
      /training\.root/,
    ],
  ] as const)(
    'answer ok: false and keep nothing when the toolkit %s',
    async (_, call, fault, error) => {
      const owner = await training.newTrainer();
      training.toolkit.faults.set(call, fault);
      const body = training.bodyOf(owner);
      const { job_name } = body;
      expect(await owner.post(START, body)).toMatchObject({
        status: 200,
        body: {
          ok: false,
          job_name,
          status: 'failed',
          error: expect.stringMatching(error),
          code: expect.stringMatching(/^(?:toolkit_unavailable|dataset_not_shared)$/),
        },
      });
      expect((await owner.get(`${JOBS}/${job_name}`)).status).toBe(404);
      expect(existsSync(training.inRoot('configs', `${job_name}.json`))).toBe(false);
      training.toolkit.faults.clear();
      await training.run(owner, { job_name });
      await owner.post(`${JOBS}/${job_name}/stop`);
    },
  );

  it('continue when the answer to their creation was lost', async () => {
    const owner = await training.newTrainer();
    training.toolkit.faults.set('POST /api/jobs', 'reset');
    const { body } = await owner.post(START, training.bodyOf(owner));
    expect(body['ok']).toBe(true);
    const run = body as unknown as TestRun;
    await training.reached(owner, run, 'queued');
    expect(training.toolkit.db.jobs.filter(({ name }) => name === run.job_name)).toHaveLength(1);
    await owner.post(`${JOBS}/${run.job_name}/stop`);
  });

  it.each(['start', 'queue'])(
    'are started later when the toolkit fails at the %s',
    async (step) => {
      const owner = await training.newTrainer();
      const call = step === 'queue' ? 'GET /api/queue/0/start' : '';
      if (call !== '') training.toolkit.faults.set(call, 'busy');
      else failAtStart();
      const { body } = await owner.post(START, training.bodyOf(owner));
      expect(body).toMatchObject({ ok: true, status: 'starting', error: expect.any(String) });
      const run = body as unknown as TestRun;
      training.toolkit.faults.clear();
      await training.reached(owner, run, 'queued');
      await owner.post(`${JOBS}/${run.job_name}/stop`);
    },
  );

  /** The path contains an id that is unknown before the test. */
  const failAtStart = (): void => {
    const { create } = training.toolkit.db;
    training.toolkit.db.create = (job, now) => {
      training.toolkit.db.create = create;
      const created = training.toolkit.db.create(job, now);
      training.toolkit.faults.set(`GET /api/jobs/${String(created?.id)}/start`, 'busy');
      return created;
    };
  };

  it('continue after a restart of the service, and after the toolkit was offline', async () => {
    const owner = await training.newTrainer();
    const run = await training.running(owner);
    training.toolkit.faults.set('*', 'busy');
    await training.restart();
    expect(await training.get(owner, run)).toMatchObject({ status: 'running', error: null });
    training.toolkit.faults.clear();
    training.toolkit.tick(5);
    await training.reached(owner, run, 'completed');
  });

  it('are stopped in the queue and while they run, and only once', async () => {
    const owner = await training.newTrainer();
    const queued = await training.run(owner, { steps: 10_000 });
    expect((await owner.post(`${JOBS}/${queued.job_name}/stop`)).body).toMatchObject({
      status: 'stopped',
      finished_at: expect.any(String),
    });
    const running = await training.running(owner, { steps: 10_000 });
    const stop = () => owner.post(`${JOBS}/${running.job_name}/stop`);
    expect((await stop()).body['status']).toBe('stopped');
    expect(await stop()).toMatchObject({
      status: 409,
      body: { code: 'training_run_finished', status: 'stopped' },
    });
    expect(training.jobOf(running)).toMatchObject({ status: 'stopped', pid: null });
  });

  it('whose process is gone are marked as stopped on the toolkit', async () => {
    const owner = await training.newTrainer();
    const run = await training.run(owner);
    training.toolkit.tick();
    Object.assign(training.jobOf(run), { pid: null });
    await owner.post(`${JOBS}/${run.job_name}/stop`);
    await training.reached(owner, run, 'stopped');
  });

  it('are stopped as soon as the toolkit answers again', async () => {
    const owner = await training.newTrainer();
    const run = await training.running(owner, { steps: 10_000 });
    training.toolkit.faults.set(`GET /api/jobs/${training.jobOf(run).id}/stop`, 'busy');
    const stopped = await owner.post(`${JOBS}/${run.job_name}/stop`);
    expect(stopped.body['status']).toBe('stopping');
    training.toolkit.faults.clear();
    await training.reached(owner, run, 'stopped');
    // What the toolkit says when it has ended the process.
    expect(training.jobOf(run).info).toBe('Job stopped');
  });

  it('fail with the message of the trainer, or when the toolkit no longer has them', async () => {
    const owner = await training.newTrainer();
    const [broken, lost] = [await training.run(owner), await training.run(owner)];
    Object.assign(training.jobOf(broken), {
      status: 'error',
      info: 'CUDA out of memory in /srv/x.py',
    });
    training.toolkit.db.remove(training.jobOf(lost));
    const failed = await training.reached(owner, broken, 'failed');
    expect(failed.error).toMatch(/^CUDA out of memory/);
    expect(failed.error).not.toContain('/srv');
    expect((await training.reached(owner, lost, 'failed')).error).toMatch(/no longer has this run/);
  });

  it('are planned with their faults and warnings, and nothing is started', async () => {
    const owner = await training.newTrainer();
    const before = training.toolkit.db.jobs.length;
    const plan = (fields: object) =>
      owner.post('/api/lora-training/plan', training.bodyOf(owner, fields));
    expect((await plan({})).body).toMatchObject({
      ok: true,
      faults: [],
      pictures: 1,
      crops: [
        { name: owner.picture, buckets: [{ resolution: 768, width: 16, height: 16 }, {}, {}] },
      ],
      warnings: [{ code: 'few_pictures' }],
      config: { config: { process: [{ training_folder: 'output', train: { steps: 100 } }] } },
    });
    expect((await plan({ optimizer: 'sgd' })).body).toMatchObject({
      ok: false,
      faults: [{ code: 'unknown_optimizer' }],
    });
    const health = async () =>
      (await training.kinora.as(null).get<{ parts: Record<string, object> }>('/api/health')).body
        .parts['training'];
    expect(await health()).toEqual({ status: 'ok' });
    const body = { error: 'no database /srv/toolkit/aitk_db.db' };
    training.toolkit.faults.set('*', { status: 500, body });
    expect(await health()).toEqual({
      status: 'degraded',
      detail: expect.not.stringContaining('/srv'),
    });
    training.toolkit.faults.set('*', 'busy');
    expect(await health()).toMatchObject({ status: 'degraded' });
    expect((await plan({})).body).toMatchObject({
      ok: false,
      faults: [{ code: 'toolkit_unavailable' }],
    });
    expect(
      (await owner.post(START, training.bodyOf(owner, { optimizer: 'sgd' }))).body,
    ).toMatchObject({
      ok: false,
      error: expect.stringMatching(/the optimizer sgd/),
      code: 'unknown_optimizer',
      hint: 'POST /api/lora-training/plan',
    });
    expect(training.toolkit.db.jobs).toHaveLength(before);
    expect(await plan({ base_config: 'none' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'base_config'], type: 'value_error' }] },
    });
  });

  it('answer 503 while the training root does not exist, and never create it', async () => {
    const owner = await training.newTrainer();
    const folders = { root: 'not-mounted', lora_dir: 'no-loras' };
    training.kinora.configure({ training: { ...folders, base_url: training.toolkit.url } });
    try {
      for (const [path, body] of [
        ['/api/lora-training/datasets', { id: 'root-missing', name: 'Foxes' }],
        ['/api/lora-training/plan', training.bodyOf(owner)],
        [START, training.bodyOf(owner)],
      ] as const)
        expect(await owner.post(path, body)).toMatchObject({
          status: 503,
          body: { code: 'training_root_missing' },
        });
      expect(existsSync(join(training.kinora.folder, 'not-mounted'))).toBe(false);
      const { body } = await training.kinora.as(null).get<{ parts: object }>('/api/health');
      expect(body.parts).toMatchObject({
        training: { status: 'degraded', detail: expect.stringMatching(/\.root .*\.lora_dir /) },
      });
    } finally {
      training.kinora.configure({
        training: { root: 'training', base_url: training.toolkit.url, poll_interval_ms: 50 },
      });
    }
  });

  it('are planned with time and space by earlier runs, and with names that are taken', async () => {
    const owner = await training.newTrainer();
    const plan = async (fields: object) =>
      (await owner.post('/api/lora-training/plan', training.bodyOf(owner, fields))).body;
    expect(await plan({})).toMatchObject({
      estimate: { seconds: null, disk_bytes: null, free_bytes: expect.any(Number) },
    });
    const { job_name } = await training.completed(owner, { lora_rank: 16 });
    const { body } = await owner.get<{ checkpoints: { size_bytes: number }[] }>(
      `/api/lora-training/checkpoints?job_name=${job_name}`,
    );
    const size = body.checkpoints[0]!.size_bytes;
    expect(await plan({ steps: 1000, lora_rank: 32 })).toMatchObject({
      ok: true,
      estimate: { seconds: 20, disk_bytes: size * 2 * 4 },
    });
    expect(await plan({ job_name })).toMatchObject({ ok: false, faults: [{ code: 'name_taken' }] });
    mkdirSync(training.inRoot('output', 'planned-left-over'), { recursive: true });
    expect(await plan({ job_name: 'planned-left-over' })).toMatchObject({
      faults: [{ code: 'name_taken' }],
    });
  });
});
