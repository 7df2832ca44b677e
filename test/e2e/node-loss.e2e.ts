import { SimulatorNode } from '../../src/simulator/simulator-node';
import { eventually } from '../support/eventually';
import { FaultyProxy } from '../support/faulty-proxy';
import { type JobRecord, TestKinora } from '../support/kinora';
import { StreamReader } from '../support/stream-reader';

const REQUEST = { workflow: 'sd15-t2i', prompt: 'a fox', width: 64, height: 64, steps: 2 };

interface Job extends JobRecord {
  readonly unreachable_since: string | null;
  readonly moves_at: string | null;
  readonly eta_seconds: number | null;
  readonly timeline: { phase: string; provider: string; attempt: number }[];
}

/** Node `a` behind a proxy that a test cuts; `b` is a second node with the same abilities. */
describe('a node that goes away', () => {
  let a: SimulatorNode;
  let b: SimulatorNode;
  let toA: FaultyProxy;
  let toB: FaultyProxy;
  let kinora: TestKinora;

  const job = async (promptId: string): Promise<Job> =>
    (await kinora.get<Job>(`/api/jobs/${promptId}`)).body;
  const until = (promptId: string, when: (job: Job) => boolean): Promise<Job> =>
    eventually(async () => {
      const now = await job(promptId);
      return when(now) && now;
    });
  const submit = async (provider: string): Promise<string> => {
    const { status, body } = await kinora.post('/api/image/generate', { ...REQUEST, provider });
    expect(status).toBe(200);
    return String(body['prompt_id']);
  };
  /** A read that waits for news of the job; resolves once the service holds it. */
  const waiting = (promptId: string) =>
    kinora.held(() => kinora.get<Job>(`/api/jobs/${promptId}?wait=60`));
  /** A job that we let run on `a`, which holds it. */
  const runningOnA = async (): Promise<string> => {
    await toB.away();
    await status('b', 'offline');
    const promptId = await submit('auto');
    await until(promptId, ({ status: now, provider }) => now === 'running' && provider === 'a');
    return promptId;
  };
  const status = (provider: string, wanted: string): Promise<unknown> =>
    eventually(
      async () => (await kinora.get(`/api/providers/${provider}`)).body['status'] === wanted,
    );
  const bringBackB = async (): Promise<void> => {
    await toB.back();
    await status('b', 'online');
  };
  const hold = (node: SimulatorNode): void => node.faults.set({ steps_allowed: 0 });
  const release = (node: SimulatorNode): void => node.faults.reset();
  /** Neither queued, running nor in the history. */
  const isGoneFrom = async (node: SimulatorNode, promptId: string): Promise<boolean> => {
    const read = async (path: string) => (await fetch(node.url + path)).text();
    return !`${await read('/queue')}${await read('/history')}`.includes(promptId);
  };
  const mediaOf = async (promptId: string): Promise<unknown[]> =>
    (await kinora.get<{ items: unknown[] }>(`/api/media?prompt_id=${promptId}`)).body.items;

  beforeAll(async () => {
    [a, b] = [await SimulatorNode.start({ stepMs: 0 }), await SimulatorNode.start({ stepMs: 0 })];
    [toA, toB] = [await FaultyProxy.before(a.url), await FaultyProxy.before(b.url)];
    kinora = await TestKinora.start({
      providers: [
        { id: 'a', kind: 'comfyui', base_url: toA.url },
        { id: 'b', kind: 'comfyui', base_url: toB.url },
      ],
      jobs: { poll_interval_ms: 50, lost_grace_ms: 200, move_after_ms: 200, auto_away_ms: 200 },
    });
    await Promise.all([kinora.online('a'), kinora.online('b')]);
  });
  beforeEach(() => {
    hold(a);
    release(b);
  });
  afterEach(async () => {
    release(a);
    await Promise.all([status('a', 'online'), status('b', 'online')]);
  });
  afterAll(async () => {
    await kinora.close();
    await Promise.all([toA.stop(), toB.stop(), a.stop(), b.stop()]);
  });

  it('reports both changes of the node by an event and by ?wait, without ending or moving the job', async () => {
    const promptId = await runningOnA();
    const stream = await StreamReader.open(`${kinora.url}/api/jobs/${promptId}/events`);
    await stream.until((events) => events.length > 0);
    const lost = await waiting(promptId);
    await toA.away();
    expect((await lost.answer).body).toMatchObject({
      status: 'running',
      node_unreachable: true,
      unreachable_since: expect.any(String),
      eta_seconds: null,
      moves_at: null,
    });
    const back = await waiting(promptId);
    await toA.back();
    expect((await back.answer).body).toMatchObject({
      node_unreachable: false,
      unreachable_since: null,
    });
    release(a);
    expect(await kinora.finished(promptId)).toMatchObject({ status: 'completed', attempts: 1 });
    await stream.closed;
    const reported = stream.events
      .filter(({ event }) => event === 'job')
      .map(({ data }) => (data as Job).node_unreachable);
    expect(reported).toEqual([false, true, false, false]);
    await bringBackB();
  });

  it('loses its `auto` job to another node, and the result that it has when it is back', async () => {
    const promptId = await runningOnA();
    await toA.away();
    expect(await until(promptId, (now) => now.node_unreachable)).toMatchObject({ moves_at: null });
    hold(b);
    await bringBackB();
    const moved = await until(
      promptId,
      ({ provider, status: now }) => provider === 'b' && now === 'running',
    );
    expect(moved).toMatchObject({ node_unreachable: false, attempts: 2, error: null });
    // The first node runs the job to its end, too, before the second one.
    release(a);
    await eventually(async () => a.runs.get(promptId)?.succeeded === 1);
    await toA.back();
    await eventually(() => isGoneFrom(a, promptId));
    expect(await job(promptId)).toMatchObject({ status: 'running', provider: 'b', outputs: [] });
    release(b);
    const { outputs, timeline } = await kinora.finished<Job>(promptId);
    expect(outputs).toHaveLength(1);
    const phases = timeline.map(
      ({ phase, provider, attempt }) => `${phase} ${provider} ${attempt}`,
    );
    expect(phases.filter((phase) => /running|waiting|completed/.test(phase))).toEqual([
      'waiting a 0',
      'running a 1',
      'waiting b 1',
      'running b 2',
      'completed b 2',
    ]);
    expect(await mediaOf(promptId)).toHaveLength(1);
    expect(b.runs.get(promptId)).toMatchObject({ accepted: 1, succeeded: 1 });
  });

  it('is named by 429 for a key at its cap: which job to cancel', async () => {
    const capped = await kinora.agent('capped', { max_concurrent_jobs: 1 });
    const make = () => capped.post('/api/image/generate', { ...REQUEST, provider: 'a' });
    const promptId = String((await make()).body['prompt_id']);
    expect((await capped.get('/api/session')).body['agent']).toMatchObject({
      max_concurrent_jobs: 1,
      unfinished: 1,
    });
    await toA.away();
    await until(promptId, (now) => now.node_unreachable);
    const { status: code, body } = await make();
    expect([code, body]).toMatchObject([
      429,
      {
        code: 'concurrency_cap',
        hint: `POST /api/jobs/${promptId}/cancel`,
        unfinished: [{ prompt_id: promptId, provider: 'a', node_unreachable: true }],
      },
    ]);
    expect((await capped.post(`/api/jobs/${promptId}/cancel`)).status).toBe(200);
    expect((await make()).status).toBe(200);
    expect((await capped.post('/api/jobs/cancel', { status: 'queued' })).body).toMatchObject({
      cancelled: [expect.any(String)],
      failed: [],
    });
    await toA.back();
  });

  it('no longer runs a moved job when it is back, even after a restart of the service', async () => {
    const promptId = await runningOnA();
    await toA.away();
    await bringBackB();
    expect(await kinora.finished(promptId)).toMatchObject({ status: 'completed', provider: 'b' });
    await kinora.stop();
    kinora = await kinora.restart();
    await toA.back();
    await eventually(() => isGoneFrom(a, promptId));
    expect(a.runs.get(promptId)).toMatchObject({ accepted: 1, interrupted: 1, succeeded: 0 });
    expect(await mediaOf(promptId)).toHaveLength(1);
  });

  it('keeps jobs that named it, and ended jobs whose files are still on it', async () => {
    release(a);
    a.faults.set({ answers: [{ route: 'GET /view', kind: 'error_500' }] });
    await toB.away();
    await status('b', 'offline');
    const downloads = toA.count('GET /view');
    const ended = await submit('auto');
    // The service knows of its end.
    await eventually(async () => toA.count('GET /view') > downloads);
    hold(a);
    const [moving, named] = [await submit('auto'), await submit('a')];
    await until(moving, (now) => now.status === 'running');
    await toA.away();
    await bringBackB();
    // Both others had the same time to move.
    expect(await kinora.finished(moving)).toMatchObject({ status: 'completed', provider: 'b' });
    for (const promptId of [ended, named])
      expect(await job(promptId)).toMatchObject({
        provider: 'a',
        node_unreachable: true,
        moves_at: null,
        finished_at: null,
      });
    release(a);
    await toA.back();
    for (const promptId of [ended, named])
      expect(await kinora.finished(promptId)).toMatchObject({
        status: 'completed',
        provider: 'a',
        attempts: 1,
      });
  });
});
