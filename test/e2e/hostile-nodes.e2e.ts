import { SimulatorNode } from '../../src/simulator/simulator-node';
import { TestKinora } from '../support/kinora';
import { eventually } from '../support/eventually';

const REQUEST = { workflow: 'sd15-t2i', prompt: 'a fox', width: 64, height: 64, steps: 1 };

/** Fast enough for tests: a service that notices a lost job within a second. */
const JOBS = { poll_interval_ms: 100, lost_grace_ms: 400, submit_timeout_ms: 800 };

describe('nodes that misbehave', () => {
  let bad: SimulatorNode;
  let good: SimulatorNode;
  let kinora: TestKinora;

  /** Each job has a seed of its own, because a node doesn't run the same graph again. */
  let seed = 0;
  const submit = async (provider: string): Promise<string> => {
    seed += 1;
    const { status, body } = await kinora.post('/api/image/generate', {
      ...REQUEST,
      provider,
      seed,
    });
    expect(status).toBe(200);
    return String(body['prompt_id']);
  };
  const config = (jobs: object) => ({
    providers: [
      { id: 'bad', kind: 'comfyui', base_url: bad.url },
      { id: 'good', kind: 'comfyui', base_url: good.url },
    ],
    jobs,
  });
  const runs = (promptId: string) => bad.runs.get(promptId);

  beforeAll(async () => {
    bad = await SimulatorNode.start({ stepMs: 0 });
    good = await SimulatorNode.start({ stepMs: 0 });
    kinora = await TestKinora.start(config(JOBS));
    await Promise.all([kinora.online('bad'), kinora.online('good')]);
  });

  afterEach(async () => {
    bad.faults.reset();
    bad.mute(false);
    await kinora.online('bad');
  });
  afterAll(async () => {
    await kinora.close();
    await Promise.all([bad.stop(), good.stop()]);
  });

  /** Jobs of other nodes continue. */
  const theOtherNodeWorks = async (): Promise<void> => {
    const job = await kinora.finished(await submit('good'));
    expect(job).toMatchObject({ status: 'completed', provider: 'good' });
  };

  it('accepting after the connection was closed: one run, one output', async () => {
    // The node accepts well within the grace period even on a busy machine.
    kinora.configure(config({ ...JOBS, lost_grace_ms: 40_000 }));
    bad.faults.set({ accept_late_ms: 1_000 });
    const promptId = await submit('bad');
    await theOtherNodeWorks();
    const job = await kinora.finished(promptId);
    expect(job).toMatchObject({ status: 'completed', attempts: 1 });
    expect(job.outputs).toHaveLength(1);
    expect(runs(promptId)).toMatchObject({ accepted: 1, succeeded: 1 });
    kinora.configure(config(JOBS));
  });

  it.each([
    'invalid_json',
    'not_a_number',
    'half_body',
    'never',
    'error_500',
    'dropped_connection',
  ] as const)(
    'accepting, but answering the submission with %s: one run, one output',
    async (kind) => {
      bad.faults.set({ answers: [{ route: 'POST /prompt', kind, times: 1 }] });
      const promptId = await submit('bad');
      const job = await kinora.finished(promptId);
      expect(job).toMatchObject({ status: 'completed', attempts: 1 });
      expect(runs(promptId)).toMatchObject({ accepted: 1, succeeded: 1 });
    },
  );

  it('losing the job once: it is submitted again and completes', async () => {
    bad.faults.set({ lose_jobs: 1 });
    const promptId = await submit('bad');
    expect(await kinora.finished(promptId)).toMatchObject({
      status: 'completed',
      attempts: 2,
    });
  });

  it('losing the job every time: it fails with that reason', async () => {
    bad.faults.set({ lose_jobs: 100 });
    const job = await kinora.finished(await submit('bad'));
    expect(job).toMatchObject({ ok: false, status: 'failed', error: { code: 'node_lost' } });
    await theOtherNodeWorks();
  });

  it('restarting in the middle: the jobs run again and complete', async () => {
    bad.faults.set({ latency_ms: { 'GET /view': 300 } });
    const ids = await Promise.all(Array.from({ length: 5 }, () => submit('bad')));
    await bad.restart(100);
    for (const id of ids) {
      expect(await kinora.finished(id)).toMatchObject({ status: 'completed' });
    }
  });

  it('sending no events: lookups complete the job', async () => {
    bad.mute(true);
    const job = await kinora.finished(await submit('bad'));
    expect(job.status).toBe('completed');
  });

  it('dropping its sockets: lookups complete the job', async () => {
    const promptId = await submit('bad');
    bad.dropSockets();
    expect((await kinora.finished(promptId)).status).toBe('completed');
  });

  it.each(['half_body', 'error_500', 'dropped_connection', 'invalid_json'] as const)(
    'serving the output as %s at first: it is fetched again, and catalogued once',
    async (kind) => {
      bad.faults.set({ answers: [{ route: 'GET /view', kind, times: 1 }] });
      const promptId = await submit('bad');
      const job = await kinora.finished(promptId);
      // A complete but invalid answer is not a connection failure: a retry would not help.
      const whole = kind === 'invalid_json';
      expect(job.status).toBe(whole ? 'failed' : 'completed');
      if (whole) expect(job.error?.code).toBe('output_unreadable');
      const { body } = await kinora.get(`/api/media?prompt_id=${promptId}&with_total=true`);
      expect(body['total']).toBe(whole ? 0 : 1);
    },
  );

  it('never sending the outputs of a dozen jobs: the jobs of other nodes complete', async () => {
    bad.faults.set({ answers: [{ route: 'GET /view', kind: 'never' }] });
    const ids = await Promise.all(Array.from({ length: 12 }, () => submit('bad')));
    await eventually(() => Promise.resolve(ids.every((id) => runs(id)?.succeeded === 1)));
    await theOtherNodeWorks();
    bad.faults.reset();
    await bad.restart();
    for (const id of ids) expect((await kinora.finished(id)).status).toBe('completed');
  });

  it('failing at a node of the graph: the job names it', async () => {
    bad.faults.set({ fail_nodes: [{ node: 'KSampler', message: 'the sampler broke' }] });
    const job = await kinora.finished(await submit('bad'));
    expect(job).toMatchObject({
      ok: false,
      status: 'failed',
      error: { code: 'node_error', node_id: 'sampler', node_class: 'KSampler' },
    });
    expect(job.error?.message).toContain('the sampler broke');
  });

  it('running out of memory: the job says that', async () => {
    bad.faults.set({ fail_nodes: [{ node: 'KSampler', error: 'out_of_memory' }] });
    const job = await kinora.finished(await submit('bad'));
    expect(job.error?.code).toBe('out_of_memory');
  });

  it('answering every request with invalid data: jobs wait in a clear state, the service keeps running', async () => {
    bad.faults.set({ answers: [{ route: '*', kind: 'invalid_json' }] });
    const promptId = await submit('bad');
    await theOtherNodeWorks();
    const { status, body } = await kinora.get(`/api/jobs/${promptId}`);
    expect(status).toBe(200);
    expect(['queued', 'running']).toContain(body['status']);
    bad.faults.reset();
    expect((await kinora.finished(promptId)).status).toBe('completed');
  });

  it('never answering: reads of its jobs stay quick and report it as offline', async () => {
    const before = await kinora.finished(await submit('bad'));
    bad.faults.set({ answers: [{ route: '*', kind: 'never' }] });
    bad.dropSockets();
    const promptId = await submit('bad');
    await theOtherNodeWorks();
    await eventually(
      async () => (await kinora.get(`/api/jobs/${promptId}`)).body['node_unreachable'],
    );
    expect(before.status).toBe('completed');
    bad.faults.reset();
    expect((await kinora.finished(promptId)).status).toBe('completed');
  });
});
