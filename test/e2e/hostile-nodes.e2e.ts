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
  const expectOtherNodeToWork = async (): Promise<void> => {
    const job = await kinora.finished(await submit('good'));
    expect(job).toMatchObject({ status: 'completed', provider: 'good' });
  };

  it('runs a job once if the node accepts it after the connection was closed', async () => {
    // The node accepts well within the grace period even on a busy machine.
    kinora.configure(config({ ...JOBS, lost_grace_ms: 40_000 }));
    bad.faults.set({ accept_late_ms: 1_000 });
    const promptId = await submit('bad');
    await expectOtherNodeToWork();
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
  ] as const)('runs a job once if the node accepts it but answers with %s', async (kind) => {
    bad.faults.set({ answers: [{ route: 'POST /prompt', kind, times: 1 }] });
    const promptId = await submit('bad');
    const job = await kinora.finished(promptId);
    expect(job).toMatchObject({ status: 'completed', attempts: 1 });
    expect(runs(promptId)).toMatchObject({ accepted: 1, succeeded: 1 });
  });

  it('submits a lost job again', async () => {
    bad.faults.set({ lose_jobs: 1 });
    const promptId = await submit('bad');
    expect(await kinora.finished(promptId)).toMatchObject({
      status: 'completed',
      attempts: 2,
    });
  });

  it('fails a job that the node loses every time', async () => {
    bad.faults.set({ lose_jobs: 100 });
    const job = await kinora.finished(await submit('bad'));
    expect(job).toMatchObject({ ok: false, status: 'failed', error: { code: 'node_lost' } });
    await expectOtherNodeToWork();
  });

  it('runs jobs again after a restart of the node', async () => {
    bad.faults.set({ latency_ms: { 'GET /view': 300 } });
    const ids = await Promise.all(Array.from({ length: 5 }, () => submit('bad')));
    await bad.restart(100);
    for (const id of ids) {
      expect(await kinora.finished(id)).toMatchObject({ status: 'completed' });
    }
  });

  it('completes a job by lookups if the node sends no events', async () => {
    bad.mute(true);
    const job = await kinora.finished(await submit('bad'));
    expect(job.status).toBe('completed');
  });

  it('completes a job by lookups if the node closes its sockets', async () => {
    const promptId = await submit('bad');
    bad.dropSockets();
    expect((await kinora.finished(promptId)).status).toBe('completed');
  });

  it.each(['half_body', 'error_500', 'dropped_connection', 'invalid_json'] as const)(
    'catalogues an output at most once if its first download is %s',
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

  it('completes jobs of other nodes while a node never sends the outputs of a dozen jobs', async () => {
    bad.faults.set({ answers: [{ route: 'GET /view', kind: 'never' }] });
    const ids = await Promise.all(Array.from({ length: 12 }, () => submit('bad')));
    await eventually(() => Promise.resolve(ids.every((id) => runs(id)?.succeeded === 1)));
    await expectOtherNodeToWork();
    bad.faults.reset();
    await bad.restart();
    for (const id of ids) expect((await kinora.finished(id)).status).toBe('completed');
  });

  it('names the node of the graph at which a job failed', async () => {
    bad.faults.set({ fail_nodes: [{ node: 'KSampler', message: 'the sampler broke' }] });
    const job = await kinora.finished(await submit('bad'));
    expect(job).toMatchObject({
      ok: false,
      status: 'failed',
      error: { code: 'node_error', node_id: 'sampler', node_class: 'KSampler' },
    });
    expect(job.error?.message).toContain('the sampler broke');
  });

  it('reports that the node ran out of memory', async () => {
    bad.faults.set({ fail_nodes: [{ node: 'KSampler', error: 'out_of_memory' }] });
    const job = await kinora.finished(await submit('bad'));
    expect(job.error?.code).toBe('out_of_memory');
  });

  it('keeps jobs waiting while the node answers every request with invalid data', async () => {
    bad.faults.set({ answers: [{ route: '*', kind: 'invalid_json' }] });
    const promptId = await submit('bad');
    await expectOtherNodeToWork();
    const { status, body } = await kinora.get(`/api/jobs/${promptId}`);
    expect(status).toBe(200);
    expect(['queued', 'running']).toContain(body['status']);
    bad.faults.reset();
    expect((await kinora.finished(promptId)).status).toBe('completed');
  });

  it('answers reads of jobs with node_unreachable while their node never answers', async () => {
    const before = await kinora.finished(await submit('bad'));
    bad.faults.set({ answers: [{ route: '*', kind: 'never' }] });
    bad.dropSockets();
    const promptId = await submit('bad');
    await expectOtherNodeToWork();
    await eventually(
      async () => (await kinora.get(`/api/jobs/${promptId}`)).body['node_unreachable'],
    );
    expect(before.status).toBe('completed');
    bad.faults.reset();
    expect((await kinora.finished(promptId)).status).toBe('completed');
  });
});
