import { SimulatorNode } from '../../src/simulator/simulator-node';
import { eventually } from '../support/eventually';
import { type JobRecord, TestKinora } from '../support/kinora';

const REQUEST = { workflow: 'sd15-t2i', prompt: 'a fox', width: 64, height: 64, steps: 1 };

describe('choosing a node', () => {
  const nodes: SimulatorNode[] = [];
  let kinora: TestKinora;

  const node = async (): Promise<SimulatorNode> => {
    const started = await SimulatorNode.start({ stepMs: 0 });
    nodes.push(started);
    return started;
  };
  const comfy = (id: string, url: string, more = {}) => ({
    id,
    kind: 'comfyui',
    base_url: url,
    ...more,
  });
  const submit = async (provider: string): Promise<string> => {
    const request = { ...REQUEST, provider };
    const { status, body } = await kinora.post('/api/image/generate', request);
    expect(status).toBe(200);
    return String(body['prompt_id']);
  };
  const job = async (promptId: string): Promise<JobRecord> =>
    (await kinora.get<JobRecord>(`/api/jobs/${promptId}`)).body;

  afterEach(async () => {
    await kinora.close();
    await Promise.all(nodes.splice(0).map((one) => one.stop()));
  });

  it('prefers the node that is online', async () => {
    const up = await node();
    kinora = await TestKinora.start({
      providers: [comfy('down', 'http://127.0.0.1:9', { default: true }), comfy('up', up.url)],
    });
    await kinora.online('up');
    expect(await kinora.finished(await submit('auto'))).toMatchObject({
      status: 'completed',
      provider: 'up',
    });
  });

  it('moves an `auto` job from a node that stays offline, but never a job with a named node', async () => {
    const [first, second] = [await node(), await node()];
    const config = {
      providers: [comfy('first', first.url), comfy('second', second.url)],
      jobs: { poll_interval_ms: 100, auto_away_ms: 300 },
    };
    kinora = await TestKinora.start(config);
    await Promise.all([kinora.online('first'), kinora.online('second')]);
    // A node whose classes were never read comes after one that is known to run the workflow.
    await eventually(async () => {
      const { body } = await kinora.get('/api/workflows/sd15-t2i');
      return (body['runnable_on'] as string[]).length === 2;
    });
    // Both go offline, so that the job stays queued here.
    await Promise.all([first.stop(), second.stop()]);
    nodes.length = 0;
    await eventually(async () =>
      (
        await Promise.all(['first', 'second'].map((id) => kinora.get(`/api/providers/${id}`)))
      ).every(({ body }) => body['status'] === 'offline'),
    );
    const [ours, named] = [await submit('auto'), await submit('first')];
    expect((await job(ours)).provider).toBe('first');
    const port = Number(new URL(second.url).port);
    nodes.push(await SimulatorNode.start({ stepMs: 0, port }));
    expect(await kinora.finished(ours)).toMatchObject({ status: 'completed', provider: 'second' });
    expect(await job(named)).toMatchObject({
      status: 'queued',
      provider: 'first',
      node_unreachable: true,
    });
  });

  it('a job whose provider was removed waits, resumes when it is back, and fails in the end', async () => {
    const only = await node();
    const gone = { providers: [], jobs: { poll_interval_ms: 100 } };
    const there = { ...gone, providers: [comfy('only', only.url)] };
    kinora = await TestKinora.start(there);
    await kinora.online('only');
    only.faults.set({ steps_allowed: 0 });
    const promptId = await submit('only');
    kinora.configure(gone);
    await eventually(async () => (await job(promptId)).node_unreachable);
    kinora.configure(there);
    only.faults.reset();
    expect((await kinora.finished(promptId)).status).toBe('completed');

    kinora.configure({ ...there, limits: { min_free_bytes: Number.MAX_SAFE_INTEGER } });
    const waiting = await submit('only');
    kinora.configure({ ...gone, jobs: { poll_interval_ms: 100, provider_removed_after: 1 } });
    expect(await kinora.finished(waiting)).toMatchObject({
      status: 'failed',
      error: { code: 'provider_removed' },
    });
  });

  it('takes a node without roles out of service: accepted jobs end, `auto` jobs that wait move', async () => {
    const [first, second] = [await node(), await node()];
    const providers = [comfy('first', first.url)];
    const jobs = { poll_interval_ms: 100, handed_over_per_node: 1 };
    kinora = await TestKinora.start({ providers, jobs });
    await kinora.online('first');
    first.faults.set({ steps_allowed: 0 });
    const running = await submit('auto');
    await eventually(async () => (await job(running)).status === 'running');
    const [waiting, named] = [await submit('auto'), await submit('first')];
    expect(await job(waiting)).toMatchObject({ status: 'queued', provider: 'first' });

    const out = comfy('first', first.url, { roles: [] });
    kinora.configure({ providers: [out, comfy('second', second.url)], jobs });
    expect(await kinora.finished(waiting)).toMatchObject({
      status: 'completed',
      provider: 'second',
    });
    const refused = await kinora.post('/api/image/generate', { ...REQUEST, provider: 'first' });
    expect(refused.body).toMatchObject({ code: 'workflow_not_runnable', provider: 'first' });
    expect(await job(running)).toMatchObject({ status: 'running', provider: 'first' });
    first.faults.reset();
    const onFirst = { status: 'completed', provider: 'first' };
    expect(await kinora.finished(running)).toMatchObject(onFirst);
    expect(await kinora.finished(named)).toMatchObject(onFirst);
  });

  it('submits nothing to a node while the disk is full, says so, and estimates no end', async () => {
    const only = await node();
    const config = { providers: [comfy('only', only.url)], jobs: { poll_interval_ms: 100 } };
    kinora = await TestKinora.start(config);
    await kinora.online('only');
    // Measures how long it takes.
    await kinora.finished(await submit('only'));
    kinora.configure({ ...config, limits: { min_free_bytes: Number.MAX_SAFE_INTEGER } });
    const promptId = await submit('only');
    await eventually(async () => (await kinora.get('/api/health')).body['status'] !== 'ok');
    const waiting = { status: 'queued', attempts: 0, eta_seconds: null, disk_full: true };
    expect(await job(promptId)).toMatchObject(waiting);
    kinora.configure(config);
    const done = { status: 'completed', disk_full: false };
    expect(await kinora.finished(promptId)).toMatchObject(done);
  });
});
