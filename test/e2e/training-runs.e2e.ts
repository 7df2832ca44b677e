import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { newFolder, TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import type { FakeJob } from '../support/toolkit/fake-jobs';
import { FakeToolkit } from '../support/toolkit/fake-toolkit';
import { writeCheckpoint } from '../support/toolkit/toolkit-files';

const DATASETS = '/api/lora-training/datasets';
const START = '/api/lora-training/start';
const JOBS = '/api/lora-training/jobs';

interface Run {
  readonly job_name: string;
  readonly status: string;
  readonly phase: string | null;
  readonly step: number;
  readonly error: string | null;
}

describe('training runs', () => {
  let kinora: TestKinora;
  let toolkit: FakeToolkit;
  let ben: TestCaller;
  let n = 0;

  beforeAll(async () => {
    const folder = newFolder();
    toolkit = await FakeToolkit.start(join(folder, 'training'));
    kinora = await TestKinora.start(
      {
        training: { root: 'training', base_url: toolkit.url, poll_interval_ms: 50 },
      },
      folder,
    );
    ben = await kinora.agent('ben');
  });
  afterEach(() => toolkit.faults.clear());
  afterAll(async () => {
    await kinora.close();
    await toolkit.stop();
  });

  const inRoot = (...path: string[]): string => join(kinora.folder, 'training', ...path);
  const newDataset = async (caller: TestCaller): Promise<string> => {
    const id = `set-${(n += 1)}`;
    expect((await caller.post(DATASETS, { id, name: 'Foxes' })).status).toBe(201);
    return id;
  };
  let dataset: string;
  let picture: string;

  /** Each with a dataset of its own and no unfinished run. */
  const newOwner = async (): Promise<TestCaller> => {
    const owner = await kinora.agent(`trainer-${(n += 1)}`);
    dataset = await newDataset(owner);
    picture = (await owner.upload('fox.png', await uniquePng())).body.path;
    await owner.post(`${DATASETS}/${dataset}/items`, { paths: [picture], caption: 'a fox' });
    return owner;
  };
  const bodyOf = (fields: object = {}) => ({
    job_name: `run-${(n += 1)}`,
    trigger_word: 'fox_tok',
    dataset,
    steps: 100,
    sample_every: 50,
    ...fields,
  });
  const start = async (owner: TestCaller, fields: object = {}): Promise<Run> => {
    const { status, body } = await owner.post(START, bodyOf(fields));
    expect([status, body]).toMatchObject([200, { ok: true }]);
    return body as unknown as Run;
  };
  const get = async (owner: TestCaller, { job_name }: { job_name: string }): Promise<Run> =>
    (await owner.get<Run>(`${JOBS}/${job_name}`)).body;
  const reached = (owner: TestCaller, run: Run, status: string): Promise<Run> =>
    eventually(async () => {
      const now = await get(owner, run);
      return now.status === status && now;
    }, `${run.job_name} is ${status}`);
  const jobOf = ({ job_name }: Run): FakeJob => toolkit.db.named(job_name);

  it('are created, queued, trained and completed; the record shows every step', async () => {
    const owner = await newOwner();
    const body = bodyOf();
    const { job_name } = body;
    const started = await owner.post(START, body);
    expect(started.body).toEqual({
      ok: true,
      job_name,
      status: 'queued',
      config_path: `configs/${job_name}.json`,
      output_dir: `output/${job_name}`,
    });
    const run = started.body as unknown as Run;
    expect(readFileSync(inRoot('configs', `${job_name}.json`), 'utf8')).toBe(
      `${JSON.stringify(JSON.parse(jobOf(run).job_config), null, 2)}\n`,
    );
    expect((await owner.get(`${DATASETS}/${dataset}`)).body['frozen_by']).toBe(job_name);
    toolkit.tick();
    await reached(owner, run, 'starting');
    toolkit.tick(2);
    expect(await reached(owner, run, 'running')).toMatchObject({ phase: 'downloading', step: 0 });
    toolkit.tick(2);
    const half = await eventually(async () => {
      const now = await get(owner, run);
      return now.step === 50 && now;
    });
    expect(half).toMatchObject({ phase: 'training', speed: 2, eta_seconds: 25, loss: 1 / 50 });
    toolkit.tick();
    expect(await reached(owner, run, 'completed')).toMatchObject({
      step: 100,
      steps: 100,
      phase: null,
      stalled: null,
      error: null,
      loss_curve: expect.arrayContaining([{ step: 10, value: 1 / 10 }]),
      finished_at: expect.any(String),
    });
    expect((await owner.get(`${DATASETS}/${dataset}`)).body['frozen_by']).toBeNull();
  });

  it('list their checkpoints, samples and log, without incomplete files', async () => {
    const owner = await newOwner();
    const run = await start(owner, { steps: 300, sample_prompts: ['a fox', '[trigger] at sea'] });
    const { job_name } = run;
    toolkit.tick(10);
    await reached(owner, run, 'completed');
    const folder = `output/${job_name}`;
    writeCheckpoint(inRoot(folder, `${job_name}_000000299.safetensors`), 299, 1);
    writeCheckpoint(inRoot(folder, `${job_name}_000000100_high_noise.safetensors`), 100);
    writeCheckpoint(inRoot(folder, `${job_name}_000000100_low_noise.safetensors`), 100);
    writeCheckpoint(inRoot(folder, `${job_name}_000000200_high_noise.safetensors`), 200);
    writeCheckpoint(inRoot(folder, `${job_name}2_000000200.safetensors`), 200);
    const kept = `checkpoints/${job_name}`;
    const checkpoints = '/api/lora-training/checkpoints';
    const { body } = await owner.get(`${checkpoints}?job_name=${job_name}`);
    const entry = (step: number, place: string, ...files: string[]) => ({
      name: files[0],
      step,
      path: `${place}/${files[0]}`,
      size_bytes: expect.any(Number),
      modified_at: expect.any(String),
      job_name,
      files,
    });
    expect(body).toEqual({
      ok: true,
      job_name,
      checkpoints: [
        entry(300, kept, `${job_name}.safetensors`),
        entry(250, kept, `${job_name}_000000250.safetensors`),
        entry(
          100,
          folder,
          `${job_name}_000000100_high_noise.safetensors`,
          `${job_name}_000000100_low_noise.safetensors`,
        ),
      ],
      count: 3,
      updated_at: expect.any(String),
    });
    expect((await owner.get(checkpoints)).body).toMatchObject({ job_name: '', count: 3 });
    expect((await ben.get(checkpoints)).body).toMatchObject({ checkpoints: [], count: 0 });

    const samples = await owner.get<{ items: { step: number; prompt: string }[] }>(
      `${JOBS}/${job_name}/samples`,
    );
    expect(samples.body.items.slice(0, 3).map(({ step, prompt }) => [step, prompt])).toEqual([
      [0, 'fox_tok, a fox'],
      [0, 'fox_tok at sea'],
      [50, 'fox_tok, a fox'],
    ]);

    const log = (query = '') => owner.get(`${JOBS}/${job_name}/log${query}`);
    expect((await log()).body).toEqual({ log: '', offset: 0, reset: true });
    writeFileSync(inRoot(folder, 'log.txt'), 'loading /srv/models/x\n 10%|#\r unfinished é');
    const first = (await log()).body;
    expect(first).toEqual({
      log: expect.stringMatching(/^loading .*\n 10%\|#\r$/),
      offset: 29,
      reset: true,
    });
    expect(first['log']).not.toContain('/srv');
    appendFileSync(inRoot(folder, 'log.txt'), ' line\n');
    expect((await log('?offset=29')).body).toEqual({
      log: ' unfinished é line\n',
      offset: 49,
      reset: false,
    });
    expect((await log('?offset=9999')).body).toMatchObject({ reset: true });
  });

  it('belong to the caller who started them', async () => {
    const owner = await newOwner();
    const run = await start(owner);
    const absent = { status: 404, body: { code: 'training_run_not_found' } };
    expect(await ben.get(`${JOBS}/${run.job_name}`)).toMatchObject(absent);
    expect(await ben.post(`${JOBS}/${run.job_name}/stop`)).toMatchObject(absent);
    const names = async (caller: TestCaller): Promise<string[]> =>
      (await caller.get<{ items: Run[] }>(JOBS)).body.items.map(({ job_name }) => job_name);
    expect(await names(ben)).toEqual([]);
    expect(await names(owner)).toEqual([run.job_name]);
    expect(await ben.post(START, bodyOf())).toMatchObject({
      status: 404,
      body: { code: 'dataset_not_found' },
    });
    await owner.post(`${JOBS}/${run.job_name}/stop`);
  });

  it('freeze their dataset until they end', async () => {
    const owner = await newOwner();
    const run = await start(owner);
    const frozen = { status: 409, body: { code: 'dataset_frozen' } };
    const items = `${DATASETS}/${dataset}/items`;
    expect(await owner.post(items, { paths: [picture] })).toMatchObject(frozen);
    expect(await owner.send('DELETE', items, { body: { names: [picture] } })).toMatchObject(frozen);
    expect(await owner.delete(`${DATASETS}/${dataset}`)).toMatchObject(frozen);
    await owner.post(`${JOBS}/${run.job_name}/stop`);
    expect((await owner.post(items, { paths: [picture] })).status).toBe(200);
  });

  it('are refused beyond the cap of unfinished runs', async () => {
    const owner = await newOwner();
    const runs = [await start(owner), await start(owner)];
    expect(await owner.post(START, bodyOf())).toMatchObject({
      status: 429,
      body: { code: 'training_cap' },
    });
    for (const { job_name } of runs) await owner.post(`${JOBS}/${job_name}/stop`);
    const third = await start(owner);
    await owner.post(`${JOBS}/${third.job_name}/stop`);
  });

  it('answer 409 for a name of the service, of the toolkit or of a folder', async () => {
    const owner = await newOwner();
    const { job_name } = await start(owner);
    const taken = { status: 409, body: { code: 'id_taken' } };
    expect(await owner.post(START, bodyOf({ job_name }))).toMatchObject(taken);
    await owner.post(`${JOBS}/${job_name}/stop`);
    const foreign = { name: 'made-in-the-toolkit', gpu_ids: '0', job_config: {} };
    toolkit.db.create(foreign, '');
    expect(await owner.post(START, bodyOf({ job_name: foreign.name }))).toMatchObject(taken);
    mkdirSync(inRoot('output', 'left-over'), { recursive: true });
    expect(await owner.post(START, bodyOf({ job_name: 'left-over' }))).toMatchObject(taken);
  });

  it('start once per Idempotency-Key', async () => {
    const owner = await newOwner();
    const body = bodyOf();
    const send = () =>
      owner.send('POST', START, { body, headers: { 'Idempotency-Key': body.job_name } });
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    expect(toolkit.db.jobs.filter(({ name }) => name === body.job_name)).toHaveLength(1);
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
      const owner = await newOwner();
      toolkit.faults.set(call, fault);
      const body = bodyOf();
      const { job_name } = body;
      expect(await owner.post(START, body)).toMatchObject({
        status: 200,
        body: { ok: false, job_name, status: 'failed', error: expect.stringMatching(error) },
      });
      expect((await owner.get(`${JOBS}/${job_name}`)).status).toBe(404);
      expect(existsSync(inRoot('configs', `${job_name}.json`))).toBe(false);
      toolkit.faults.clear();
      await start(owner, { job_name });
      await owner.post(`${JOBS}/${job_name}/stop`);
    },
  );

  it('continue when the answer to their creation was lost', async () => {
    const owner = await newOwner();
    toolkit.faults.set('POST /api/jobs', 'reset');
    const { body } = await owner.post(START, bodyOf());
    expect(body['ok']).toBe(true);
    const run = body as unknown as Run;
    await reached(owner, run, 'queued');
    expect(toolkit.db.jobs.filter(({ name }) => name === run.job_name)).toHaveLength(1);
    await owner.post(`${JOBS}/${run.job_name}/stop`);
  });

  it.each(['start', 'queue'])(
    'are started later when the toolkit fails at the %s',
    async (step) => {
      const owner = await newOwner();
      const call = step === 'queue' ? 'GET /api/queue/0/start' : '';
      if (call !== '') toolkit.faults.set(call, 'busy');
      else failAtStart();
      const { body } = await owner.post(START, bodyOf());
      expect(body).toMatchObject({ ok: true, status: 'starting', error: expect.any(String) });
      const run = body as unknown as Run;
      toolkit.faults.clear();
      await reached(owner, run, 'queued');
      await owner.post(`${JOBS}/${run.job_name}/stop`);
    },
  );

  /** The path holds an id that nobody knows before. */
  const failAtStart = (): void => {
    const { create } = toolkit.db;
    toolkit.db.create = (job, now) => {
      toolkit.db.create = create;
      const created = toolkit.db.create(job, now);
      toolkit.faults.set(`GET /api/jobs/${String(created?.id)}/start`, 'busy');
      return created;
    };
  };

  it('continue after a restart of the service, and after the toolkit was offline', async () => {
    const owner = await newOwner();
    const run = await start(owner);
    toolkit.tick(5);
    await reached(owner, run, 'running');
    toolkit.faults.set('*', 'busy');
    kinora = await kinora.restartInPlace();
    expect(await get(owner, run)).toMatchObject({ status: 'running', error: null });
    toolkit.faults.clear();
    toolkit.tick(5);
    await reached(owner, run, 'completed');
  });

  it('are stopped in the queue and while they run, and only once', async () => {
    const owner = await newOwner();
    const queued = await start(owner, { steps: 10_000 });
    expect((await owner.post(`${JOBS}/${queued.job_name}/stop`)).body).toMatchObject({
      status: 'stopped',
      finished_at: expect.any(String),
    });
    const running = await start(owner, { steps: 10_000 });
    toolkit.tick(8);
    await reached(owner, running, 'running');
    const stop = () => owner.post(`${JOBS}/${running.job_name}/stop`);
    expect((await stop()).body['status']).toBe('stopped');
    expect(await stop()).toMatchObject({
      status: 409,
      body: { code: 'training_run_finished', status: 'stopped' },
    });
    expect(jobOf(running)).toMatchObject({ status: 'stopped', pid: null });
  });

  it('whose process is gone are marked as stopped on the toolkit', async () => {
    const owner = await newOwner();
    const run = await start(owner);
    toolkit.tick();
    Object.assign(jobOf(run), { pid: null });
    await owner.post(`${JOBS}/${run.job_name}/stop`);
    await reached(owner, run, 'stopped');
  });

  it('are stopped as soon as the toolkit answers again', async () => {
    const owner = await newOwner();
    const run = await start(owner, { steps: 10_000 });
    toolkit.faults.set('*', 'busy');
    const stopped = await owner.post(`${JOBS}/${run.job_name}/stop`);
    expect(stopped.body['status']).toBe('stopping');
    toolkit.faults.clear();
    await reached(owner, run, 'stopped');
  });

  it('fail with the message of the trainer, or when the toolkit no longer has them', async () => {
    const owner = await newOwner();
    const [broken, lost] = [await start(owner), await start(owner)];
    Object.assign(jobOf(broken), { status: 'error', info: 'CUDA out of memory in /srv/x.py' });
    toolkit.db.remove(jobOf(lost));
    const failed = await reached(owner, broken, 'failed');
    expect(failed.error).toMatch(/^CUDA out of memory/);
    expect(failed.error).not.toContain('/srv');
    expect((await reached(owner, lost, 'failed')).error).toMatch(/no longer has this run/);
  });

  it('are planned with their faults and warnings, and nothing is started', async () => {
    const owner = await newOwner();
    const before = toolkit.db.jobs.length;
    const plan = (fields: object) => owner.post('/api/lora-training/plan', bodyOf(fields));
    expect((await plan({})).body).toMatchObject({
      ok: true,
      faults: [],
      pictures: 1,
      warnings: [{ code: 'few_pictures' }],
      config: { config: { process: [{ training_folder: 'output', train: { steps: 100 } }] } },
    });
    expect((await plan({ optimizer: 'sgd' })).body).toMatchObject({
      ok: false,
      faults: [{ code: 'unknown_optimizer' }],
    });
    toolkit.faults.set('*', 'busy');
    expect((await plan({})).body).toMatchObject({
      ok: false,
      faults: [{ code: 'toolkit_unavailable' }],
    });
    expect((await owner.post(START, bodyOf({ optimizer: 'sgd' }))).body).toMatchObject({
      ok: false,
      error: expect.stringMatching(/no optimizer sgd/),
    });
    expect(toolkit.db.jobs).toHaveLength(before);
    expect(await plan({ base_config: 'none' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'base_config'], type: 'value_error' }] },
    });
  });
});
