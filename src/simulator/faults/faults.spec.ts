import { request } from 'node:http';
import { eventually } from '../../../test/support/eventually';
import {
  plainPictureGraph,
  sampledPictureGraph,
  SimulatedNode,
} from '../../../test/support/simulated-node';
import { SocketListener } from '../../../test/support/socket-listener';

interface Progress {
  readonly data: { readonly value?: number };
}

/** Every step is sent. */
const PREVIEWS = { preview_method: 'auto' };

describe('faults', () => {
  let node: SimulatedNode;

  beforeEach(async () => (node = await SimulatedNode.start({ faults: true })));
  afterEach(async () => node.stop());

  it('are only available when enabled', async () => {
    const plain = await SimulatedNode.start();
    expect((await plain.get('/simulator/runs')).status).toBe(404);
    expect((await plain.post('/simulator/faults', {})).status).toBe(405);
    await plain.stop();
  });

  it('fail a node once, by id or class', async () => {
    await node.post('/simulator/faults', {
      fail_nodes: [{ node: 'SaveImage', message: 'no disk' }],
    });
    const failed = await node.run(plainPictureGraph(1));
    expect(failed.status.messages.at(-1)?.[1]).toMatchObject({
      exception_message: 'no disk\n',
      node_id: '2',
    });
    expect((await node.run(plainPictureGraph(1))).status.status_str).toBe('success');
  });

  it('raise the out-of-memory error of a real node', async () => {
    node.node.faults.set({ fail_nodes: [{ node: '3', error: 'out_of_memory' }] });
    const { status } = await node.run(sampledPictureGraph());
    expect(status.messages.at(-1)?.[1]).toMatchObject({
      exception_type: 'torch.OutOfMemoryError',
      exception_message: expect.stringContaining('ran out of memory on your GPU'),
    });
  });

  it('hold a run after the allowed steps, until it is interrupted or more are allowed', async () => {
    const client_id = 'watcher';
    const listener = await SocketListener.open(node.node.url, client_id);
    const queued = (seed: number): Promise<string> =>
      node.queue(sampledPictureGraph({ seed }), { client_id, extra_data: PREVIEWS });
    await node.post('/simulator/faults', { steps_allowed: 2 });
    const held = await queued(1);
    await listener.until('progress', ({ value }) => value === 2);
    await node.post('/interrupt', {});
    expect((await node.ended(held)).status.messages.at(-1)?.[0]).toBe('execution_interrupted');
    const values = listener.frames.map(({ text }) => (text as Progress | undefined)?.data.value);
    expect(Math.max(...values.map((value) => value ?? 0))).toBe(2);
    const next = await queued(2);
    await node.post('/simulator/faults', { reset: true });
    expect((await node.ended(next)).status.status_str).toBe('success');
    await listener.close();
  });

  it.each([
    ['invalid_json', /<html>/],
    ['not_a_number', /NaN/],
  ] as const)('answer %s as often as configured', async (kind, body) => {
    node.node.faults.set({ answers: [{ route: 'GET /queue', kind, times: 1 }] });
    expect(await (await node.get('/queue')).text()).toMatch(body);
    expect(await node.json('/queue')).toEqual({ queue_running: [], queue_pending: [] });
  });

  it('answer 500 with the work done', async () => {
    const answers = [{ route: 'POST /prompt', kind: 'error_500', times: 1 }] as const;
    node.node.faults.set({ answers });
    const prompt_id = '11111111-1111-4111-8111-111111111111';
    const answer = await node.post('/prompt', { prompt: plainPictureGraph(), prompt_id });
    expect(answer.status).toBe(500);
    expect((await node.ended(prompt_id)).status.status_str).toBe('success');
  });

  it.each(['half_body', 'dropped_connection'] as const)(
    'break the connection: %s',
    async (kind) => {
      node.node.faults.set({ answers: [{ route: 'GET /system_stats', kind }] });
      await expect(node.json('/system_stats')).rejects.toThrow();
    },
  );

  it('never answer', async () => {
    node.node.faults.set({ answers: [{ route: '*', kind: 'never' }] });
    const signal = AbortSignal.timeout(150);
    await expect(fetch(`${node.node.url}/queue`, { signal })).rejects.toThrow('timeout');
  });

  it('delay a route', async () => {
    node.node.faults.set({ latency_ms: { 'GET /features': 120 } });
    const before = performance.now();
    await node.get('/features');
    expect(performance.now() - before).toBeGreaterThan(110);
  });

  it('slow a node down until reset', async () => {
    node.node.faults.set({ step_ms: 120 });
    const before = performance.now();
    await node.run(sampledPictureGraph({ steps: 2 }));
    expect(performance.now() - before).toBeGreaterThan(230);
    node.node.faults.set({ step_ms: 3_600_000 });
    node.node.faults.reset();
    await node.run(sampledPictureGraph({ steps: 3 }));
  });

  it('accept a prompt after its client has disconnected', async () => {
    node.node.faults.set({ accept_late_ms: 100 });
    const prompt_id = '22222222-2222-4222-8222-222222222222';
    const outgoing = request(`${node.node.url}/prompt`, { method: 'POST' });
    outgoing.on('error', () => undefined);
    outgoing.end(JSON.stringify({ prompt: plainPictureGraph(), prompt_id }), () =>
      setTimeout(() => outgoing.destroy(), 30),
    );
    expect((await node.ended(prompt_id)).status.status_str).toBe('success');
    expect(outgoing.destroyed).toBe(true);
  });

  it('accept no prompt that the node read before it went down', async () => {
    node.node.faults.set({ accept_late_ms: 100 });
    const prompt_id = '33333333-3333-4333-8333-333333333333';
    const outgoing = request(`${node.node.url}/prompt`, { method: 'POST' });
    outgoing.on('error', () => undefined);
    const body = JSON.stringify({ prompt: plainPictureGraph(1), prompt_id });
    await new Promise<void>((resolve) => outgoing.end(body, resolve));
    await node.get('/queue');
    await node.node.restart();
    // As late as the first one, which would be accepted before.
    await node.ended(await node.queue(plainPictureGraph(2)));
    expect(node.node.runs.has(prompt_id)).toBe(false);
  });

  it('drop accepted prompts silently', async () => {
    node.node.faults.set({ lose_jobs: 1 });
    const lost = await node.queue(plainPictureGraph(1));
    const secondId = await node.queue(plainPictureGraph(2));
    await node.ended(secondId);
    expect(await node.json(`/history/${lost}`)).toEqual({});
    expect(node.node.runs.get(lost)).toMatchObject({ accepted: 1, started: 0 });
  });

  it('suppress events while muted', async () => {
    const listener = await SocketListener.open(node.node.url, 'c');
    await node.post('/simulator/faults', { mute: true });
    await node.ended(await node.queue(plainPictureGraph(1), { client_id: 'c' }));
    await node.post('/simulator/faults', { mute: false });
    await node.ended(await node.queue(plainPictureGraph(2), { client_id: 'c' }));
    await listener.until('execution_success');
    const starts = listener.frames.filter(({ text }) =>
      JSON.stringify(text).includes('execution_start'),
    );
    expect(starts).toHaveLength(1);
  });

  it('close every socket', async () => {
    const listener = await SocketListener.open(node.node.url, 'c');
    await node.post('/simulator/faults', { drop_sockets: true });
    await eventually(async () => Promise.resolve(listener.closed));
    expect(listener.closed).toBe(1006);
  });

  it('restart the node and keep the run counts', async () => {
    const id = await node.queue(plainPictureGraph());
    await node.ended(id);
    await node.post('/simulator/faults', { restart: { down_ms: 50 } });
    await eventually(async () =>
      node.get('/queue').then(
        () => false,
        () => true,
      ),
    );
    await eventually(async () =>
      node.get('/queue').then(
        () => true,
        () => false,
      ),
    );
    expect(await node.json(`/history/${id}`)).toEqual({});
    expect(await node.json('/simulator/runs')).toEqual({
      [id]: { accepted: 1, started: 1, finished: 1, succeeded: 1, interrupted: 0 },
    });
  });

  it('end with a reset', async () => {
    await node.post('/simulator/faults', { lose_jobs: 5, fail_nodes: [{ node: '*' }] });
    await node.post('/simulator/faults', { reset: true });
    expect((await node.run(plainPictureGraph())).status.status_str).toBe('success');
  });
});
