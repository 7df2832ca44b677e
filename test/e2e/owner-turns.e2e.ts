import { SimulatorNode } from '../../src/simulator/simulator-node';
import type { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { type JobRecord, TestKinora } from '../support/kinora';
import { StatementLog } from '../support/statement-log';

const REQUEST = {
  workflow: 'sd15-t2i',
  prompt: 'a fox',
  width: 64,
  height: 64,
  steps: 1,
  provider: 'node',
};
const SLOTS = 2;
/** Queued jobs of the busy key. */
const QUEUED = 100;
/** Parallel requests of one caller. */
const CONCURRENCY = 20;

describe('turns of keys at a node', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;
  let many: TestCaller;
  let single: TestCaller;

  beforeEach(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    // No job ends before it is cancelled.
    node.faults.set({ steps_allowed: 0 });
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
      jobs: { poll_interval_ms: 200, lost_grace_ms: 500, handed_over_per_node: SLOTS },
    });
    await kinora.online('node');
    many = await kinora.agent('many');
    single = await kinora.agent('single');
  });
  afterEach(async () => {
    await kinora.close();
    await node.stop();
  });

  const submit = async (caller: TestCaller): Promise<string> => {
    const { status, body } = await caller.post('/api/image/generate', REQUEST);
    expect(status).toBe(200);
    return String(body['prompt_id']);
  };
  const submitMany = async (caller: TestCaller, count: number): Promise<string[]> => {
    const ids: string[] = [];
    const worker = async (): Promise<void> => {
      for (let n = count; n > 0; n = count - ids.length - CONCURRENCY + 1)
        ids.push(await submit(caller));
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    return ids;
  };
  const position = async (caller: TestCaller, id: string): Promise<number | null> =>
    (await caller.get<JobRecord>(`/api/jobs/${id}`)).body.queue_position;
  const cancel = (caller: TestCaller, id: string) => caller.post(`/api/jobs/${id}/cancel`);
  /** The node's queue: running and pending prompts. */
  const onNode = async (): Promise<string[]> => {
    const response = await fetch(`${node.url}/queue`);
    const queue = (await response.json()) as Record<string, [number, string][]>;
    return [...(queue['queue_running'] ?? []), ...(queue['queue_pending'] ?? [])].map(
      ([, id]) => id,
    );
  };

  it('looks once for the next job when a request adds one', async () => {
    for (let taken = 0; taken < SLOTS; taken += 1) await submit(many);
    const statements = StatementLog.of(kinora.app);
    const headers = { 'X-Request-Id': 'waits' };
    const options = { body: REQUEST, headers };
    expect((await single.send('POST', '/api/image/generate', options)).status).toBe(200);
    const sent = statements.sentBy('waits');
    expect(sent.filter((sql) => /^INSERT INTO "?jobs/.test(sql))).toHaveLength(1);
    const looks = sent.filter((sql) => sql.includes('WITH RECURSIVE'));
    // None if it joins the look of a round that is about to begin.
    expect(looks.length).toBeLessThanOrEqual(1);
  });

  it('runs the only job of a key before all queued jobs of another key', async () => {
    const running = [await submit(many), await submit(many)];
    await eventually(async () => (await onNode()).length === SLOTS);
    const queued = await submitMany(many, QUEUED);
    expect(await onNode()).toEqual(running);

    const mine = await submit(single);
    // Only the jobs that the node already holds go first.
    expect(await position(single, mine)).toBe(SLOTS);
    const some = queued.filter((_, n) => n % 4 === 0);
    const positions = await Promise.all(some.map((id) => position(many, id)));
    // The single job is in front of all of them, and no two jobs have the same position.
    expect(Math.min(...positions.map(Number))).toBeGreaterThan(SLOTS);
    expect(Math.max(...positions.map(Number))).toBeLessThanOrEqual(SLOTS + queued.length);
    expect(new Set(positions).size).toBe(some.length);

    await cancel(many, running[0]!);
    await eventually(async () => (await onNode()).includes(mine));
    expect(await onNode()).toEqual([running[1], mine]);
    for (const id of queued) expect(node.runs.has(id)).toBe(false);

    node.faults.reset();
    await cancel(many, running[1]!);
    expect((await single.finished<JobRecord>(mine)).status).toBe('completed');
  });

  it('serves the owners in turn, also after a restart', async () => {
    const third = await kinora.agent('third');
    const running = await submit(many);
    const also = await submit(many);
    const [m1, m2] = [await submit(many), await submit(many)];
    const [s1, s2] = [await submit(single), await submit(single)];
    const t1 = await submit(third);
    await eventually(async () => (await onNode()).length === SLOTS);
    const first: [TestCaller, string][] = [
      [many, running],
      [many, also],
      [single, s1],
      [third, t1],
    ];
    const then: [TestCaller, string][] = [
      [many, m1],
      [single, s2],
      [many, m2],
    ];
    const order = [...first, ...then].map(([, id]) => id);
    let next = SLOTS;
    const endInTurn = async (jobs: readonly [TestCaller, string][]): Promise<void> => {
      for (const [caller, id] of jobs) {
        expect(await cancel(caller, id)).toMatchObject({ status: 200 });
        const expected = order.slice(next - SLOTS + 1, next + 1);
        await eventually(async () => (await onNode()).join() === expected.join());
        next += 1;
      }
    };
    await endInTurn(first.slice(0, 2));
    await kinora.stop();
    kinora = await kinora.restart();
    await kinora.online('node');
    [many, single] = [kinora.as(keyOf(many)), kinora.as(keyOf(single))];
    await endInTurn([
      [single, s1],
      [kinora.as(keyOf(third)), t1],
      [many, m1],
    ]);
  });
});

const keyOf = ({ headers }: TestCaller): string =>
  String(headers['Authorization']).slice('Bearer '.length);
