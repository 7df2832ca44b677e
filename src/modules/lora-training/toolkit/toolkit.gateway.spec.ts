import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testConfig } from '../../../../test/support/test-config';
import { FakeToolkit } from '../../../simulator/public/toolkit/fake-toolkit';
import type { ToolkitConfig } from '../config/toolkit-config';
import { ToolkitRefused, ToolkitUnreachable } from './toolkit-failures';
import { type NewJob, ToolkitGateway } from './toolkit.gateway';

const config = (steps = 100): ToolkitConfig =>
  ({
    job: 'extension',
    config: {
      name: 'x',
      process: [{ train: { steps }, save: { save_every: 50 }, sample: { samples: [] } }],
    },
    meta: {},
  }) satisfies ToolkitConfig;

const named = (job_name: string, given = config()): NewJob => ({
  job_name,
  gpu_ids: '0',
  config: given,
  marker: `ref of ${job_name}`,
});

const deepJob = (depth: number): string =>
  `{"id":"a","name":"a","status":"stopped","extra":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('ToolkitGateway', () => {
  let root: string;
  let toolkit: FakeToolkit;
  let gateway: ToolkitGateway;
  let n = 0;

  const gatewayTo = (base_url: string, token: string | null = null): ToolkitGateway => {
    const { service } = testConfig({ training: { base_url } });
    const current = () => ({
      ...service.current(),
      training: { ...service.current().training, token },
    });
    return new ToolkitGateway(Object.assign(Object.create(service), { current }));
  };
  const create = (steps?: number): Promise<string> =>
    gateway.create(named(`run-${(n += 1)}`, withFolder(config(steps))));
  const withFolder = (given: ToolkitConfig): ToolkitConfig => ({
    ...given,
    config: {
      ...given.config,
      process: [{ ...given.config.process[0], training_folder: join(root, 'output') }],
    },
  });
  const failureOf = async (call: Promise<unknown>): Promise<unknown> =>
    call.catch((error: unknown) => error);

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'kinora-toolkit-'));
    toolkit = await FakeToolkit.start(root);
    gateway = gatewayTo(toolkit.url);
  });
  afterEach(() => {
    toolkit.faults.clear();
    toolkit.token = null;
  });
  afterAll(async () => {
    await toolkit.stop();
    rmSync(root, { recursive: true });
  });

  it('returns the folders of the toolkit, but not its Hugging Face token', async () => {
    expect(await gateway.folders()).toEqual({
      training: join(root, 'output'),
      datasets: join(root, 'datasets'),
    });
  });

  it('creates a stopped job, and is refused a second one of the same name', async () => {
    const id = await create();
    expect(await gateway.job({ id })).toMatchObject({
      name: `run-${n}`,
      status: 'stopped',
      pid: null,
    });
    const again = await failureOf(gateway.create(named(`run-${n}`)));
    expect(again).toBeInstanceOf(ToolkitRefused);
    expect(again).toMatchObject({ status: 409, mayHaveActed: false });
    expect(await gateway.job({ job_ref: `ref of run-${n}` })).toMatchObject({ id });
  });

  it('answers null for a job that the toolkit does not have', async () => {
    expect(await gateway.job({ id: 'none' })).toBeNull();
    expect(await gateway.job({ job_ref: 'none' })).toBeNull();
  });

  it('runs a job to its end if it is started before its queue', async () => {
    const id = await create(100);
    await gateway.start(id);
    toolkit.tick(3);
    expect(await gateway.job({ id })).toMatchObject({ status: 'queued', info: 'Job queued' });
    await gateway.startQueue('0');
    toolkit.tick();
    expect(await gateway.job({ id })).toMatchObject({ status: 'running', info: 'Starting job...' });
    toolkit.tick(4);
    expect(await gateway.job({ id })).toMatchObject({
      status: 'running',
      step: 50,
      info: 'Training',
      speed: '50.00 iter/sec',
    });
    expect(await gateway.loss(id, 30)).toEqual([
      { step: 40, value: 1 / 40 },
      { step: 50, value: 1 / 50 },
    ]);
    toolkit.tick(2);
    expect(await gateway.job({ id })).toMatchObject({ status: 'completed', pid: null });
    expect(toolkit.db.queues).toEqual([{ id: 1, gpu_ids: '0', is_running: false }]);
  });

  it('stops a running job, but only mark_stopped takes one out of the queue', async () => {
    const id = await create(10_000);
    await gateway.start(id);
    await gateway.stop(id);
    expect(await gateway.job({ id })).toMatchObject({ status: 'queued', info: 'Stopping job...' });
    await gateway.markStopped(id);
    expect(await gateway.job({ id })).toMatchObject({ status: 'stopped' });
    await gateway.start(id);
    await gateway.startQueue('0');
    toolkit.tick(5);
    await gateway.stop(id);
    expect(await gateway.job({ id })).toMatchObject({ status: 'stopped', info: 'Job stopped' });
    expect(await failureOf(gateway.stop('none'))).toMatchObject({ status: 404 });
    expect(await failureOf(gateway.markStopped('none'))).toMatchObject({ status: 500 });
  });

  it('lists the pictures of a dataset, and answers null for one that the toolkit does not see', async () => {
    mkdirSync(join(root, 'datasets', 'foxes'));
    writeFileSync(join(root, 'datasets', 'foxes', 'a.png'), '');
    writeFileSync(join(root, 'datasets', 'foxes', 'a.txt'), 'a fox');
    expect(await gateway.images('foxes')).toEqual(['a.png']);
    expect(await gateway.images('none')).toBeNull();
  });

  it('sends its token, and says where to set it when it is refused', async () => {
    toolkit.token = 's3cret';
    await gatewayTo(toolkit.url, 's3cret').probe();
    const refused = await failureOf(gatewayTo(toolkit.url, 'wrong').probe());
    expect(refused).toMatchObject({ status: 401, mayHaveActed: false });
    expect((refused as Error).message).toMatch(/KINORA_TRAINING_TOKEN/);
    expect((refused as Error).message).not.toMatch(/wrong|s3cret/);
  });

  it.each([
    ['a toolkit that is starting', 'busy', /starting, or overloaded/],
    ['a broken connection', 'reset', /closed the connection too early/],
    ['an answer of another server', { status: 200, text: '<html>' }, /unexpected answer/],
    ['an answer too deep to parse', { status: 200, text: deepJob(1e5) }, /unexpected answer/],
  ] as const)(
    'takes %s for unreachable, and the request for possibly done',
    async (_, fault, message) => {
      toolkit.faults.set('*', fault);
      const failure = await failureOf(create());
      expect(failure).toBeInstanceOf(ToolkitUnreachable);
      expect(failure).toMatchObject({
        mayHaveActed: true,
        message: expect.stringMatching(message),
      });
    },
  );

  it('reports that a toolkit which is not running has done nothing', async () => {
    const failure = await failureOf(gatewayTo('http://127.0.0.1:9').probe());
    expect(failure).toBeInstanceOf(ToolkitUnreachable);
    expect(failure).toMatchObject({ mayHaveActed: false });
    expect((failure as Error).message).not.toContain('127.0.0.1');
  });

  it.each([
    ['a folder that leads out of the training root', { TRAINING_FOLDER: '/srv/..' }],
    ['a folder without a name', { TRAINING_FOLDER: '/' }],
    ['no folder', { TRAINING_FOLDER: null }],
  ])('takes no settings with %s', async (_, settings) => {
    const body = { DATASETS_FOLDER: '/srv/datasets', ...settings };
    toolkit.faults.set('GET /api/settings', { status: 200, body });
    expect(await failureOf(gateway.folders())).toBeInstanceOf(ToolkitUnreachable);
  });

  it('shortens texts of a job, without what no database stores, and takes no half steps', async () => {
    const job = {
      id: 'a',
      name: 'a',
      status: 'error',
      step: 5,
      info: `a\0\ud800${'b'.repeat(1e5)}`,
    };
    toolkit.faults.set('GET /api/jobs', { status: 200, body: job });
    expect(await gateway.job({ id: 'a' })).toMatchObject({
      step: 5,
      info: `a\ufffd\ufffd${'b'.repeat(1997)}`,
    });
    toolkit.faults.set('GET /api/jobs', { status: 200, body: { ...job, step: 1.5 } });
    expect(await failureOf(gateway.job({ id: 'a' }))).toBeInstanceOf(ToolkitUnreachable);
  });

  it('says that a toolkit which looks up no single job is too old', async () => {
    toolkit.faults.set('GET /api/jobs', { status: 200, body: { jobs: [] } });
    const failure = await failureOf(gateway.job({ job_ref: 'mine' }));
    expect(failure).toMatchObject({ message: expect.stringMatching(/the toolkit is too old/) });
  });

  it('says that an answer is too large', async () => {
    const text = `"${'x'.repeat(33 * 1024 * 1024)}"`;
    toolkit.faults.set('GET /api/settings', { status: 200, text });
    expect(await failureOf(gateway.folders())).toMatchObject({
      mayHaveActed: true,
      message: 'The training toolkit sent an answer of more than 32 MiB.',
    });
  });

  it.each(['silent', 'endless'] as const)(
    'ends a probe with an answer that is %s after two seconds, and retries no request',
    async (fault) => {
      toolkit.faults.set('*', fault);
      toolkit.calls.length = 0;
      const failure = await failureOf(gateway.probe());
      expect(failure).toMatchObject({ message: 'The training toolkit gave no answer within 2 s.' });
      expect(toolkit.calls).toEqual(['GET /api/auth']);
    },
  );
});
