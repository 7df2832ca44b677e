import { SimulatorNode } from '../../src/simulator/simulator-node';
import type { Answer, TestCaller } from '../support/caller';
import { type JobRecord, TestKinora } from '../support/kinora';

const REQUEST = {
  workflow: 'sd15-t2i',
  prompt: 'a fox',
  width: 64,
  height: 64,
  steps: 1,
  provider: 'node',
};
const CAP = 3;
const CONCURRENCY = 40;

describe('max_concurrent_jobs', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;
  let capped: TestCaller;
  let n = 0;

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
      jobs: { poll_interval_ms: 200, lost_grace_ms: 500 },
    });
    await kinora.online('node');
  });
  beforeEach(async () => {
    // No job ends before it is cancelled.
    node.faults.set({ steps_allowed: 0 });
    capped = await kinora.agent(`capped-${(n += 1)}`, { max_concurrent_jobs: CAP });
  });
  afterAll(async () => {
    await kinora.close();
    await node.stop();
  });

  const submit = (body: object = REQUEST, caller = capped): Promise<Answer> =>
    caller.post('/api/image/generate', body);
  const accepted = (answers: readonly Answer[]): string[] =>
    answers.filter(({ status }) => status === 200).map(({ body }) => String(body['prompt_id']));
  const cancel = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) expect((await capped.post(`/api/jobs/${id}/cancel`)).status).toBe(200);
  };
  const fill = async (): Promise<string[]> => {
    const ids = accepted([await submit(), await submit(), await submit()]);
    expect(ids).toHaveLength(CAP);
    return ids;
  };
  /** Sends many requests in parallel. @returns the accepted ones; all others must be 429 */
  const rush = async (): Promise<string[]> => {
    const answers = await Promise.all(Array.from({ length: CONCURRENCY }, () => submit()));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(CONCURRENCY - CAP);
    for (const { headers, body } of refused) {
      expect(headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
      expect(body).toMatchObject({ code: 'concurrency_cap', max_concurrent_jobs: CAP });
    }
    return accepted(answers);
  };

  it('is exact under parallel submissions, and again after those have ended', async () => {
    for (let round = 0; round < 2; round += 1) {
      const ids = await rush();
      expect(new Set(ids).size).toBe(CAP);
      const open = await capped.get<{ items: JobRecord[] }>('/api/jobs?status=queued,running');
      expect(open.body.items.map((job) => job.prompt_id).sort()).toEqual(ids.toSorted());
      await cancel(ids);
    }
  });

  it('completed, failed and cancelled jobs no longer count', async () => {
    node.faults.reset();
    for (let round = 0; round < CAP; round += 1) {
      const { body } = await submit();
      const end = await capped.finished<JobRecord>(String(body['prompt_id']));
      expect(end.status).toBe('completed');
    }
    node.faults.set({ fail_nodes: [{ node: 'KSampler', times: CAP }] });
    for (let round = 0; round < CAP; round += 1) {
      const { body } = await submit({ ...REQUEST, seed: round });
      const end = await capped.finished<JobRecord>(String(body['prompt_id']));
      expect(end).toMatchObject({ status: 'failed', error: { code: 'node_error' } });
    }
    node.faults.set({ steps_allowed: 0 });
    await cancel(await fill());
    await cancel(await fill());
  });

  it('counts reruns, but neither counts nor refuses dry runs', async () => {
    const ids = await fill();
    expect((await capped.post(`/api/jobs/${ids[0]!}/rerun`, {})).status).toBe(429);
    expect((await submit({ ...REQUEST, submit: false })).status).toBe(200);
    await cancel(ids.slice(0, 1));
    for (let round = 0; round <= CAP; round += 1)
      expect((await submit({ ...REQUEST, submit: false })).status).toBe(200);
    const again = await capped.post(`/api/jobs/${ids[0]!}/rerun`, {});
    expect(again.status).toBe(200);
    expect((await submit()).status).toBe(429);
    await cancel([...ids.slice(1), String(again.body['prompt_id'])]);
  });

  it('is checked last, and answers which jobs to wait for', async () => {
    const ids = await fill();
    const { body } = await submit();
    const unfinished = body['unfinished'] as { prompt_id: string }[];
    expect(unfinished.map((job) => job.prompt_id).sort()).toEqual(ids.toSorted());
    expect(unfinished[0]).toMatchObject({ provider: 'node', node_unreachable: false });
    expect(body['hint']).toMatch(/^GET \/api\/jobs\?prompt_ids=[0-9a-f,-]+&wait=60&until=any$/);
    expect((await submit({ ...REQUEST, width: 'wide' })).status).toBe(422);
    expect((await submit({ ...REQUEST, workflow: 'no-such-workflow' })).status).toBe(404);
    expect((await submit({ ...REQUEST, provider: 'nowhere' })).status).toBe(404);
    expect((await submit({ ...REQUEST, character: 'nobody' })).status).toBe(404);
    expect((await submit()).status).toBe(429);
    await cancel(ids);
  });

  it('accepts repeats of an accepted request, and frees the idempotency key of a refused one', async () => {
    const send = (key: string): Promise<Answer> =>
      capped.send('POST', '/api/image/generate', {
        body: REQUEST,
        headers: { 'Idempotency-Key': key },
      });
    const first = await send('first');
    const rest = accepted([await submit(), await submit()]);
    expect(await send('first')).toMatchObject({ status: 200, body: first.body });
    expect((await send('late')).status).toBe(429);
    await cancel(rest);
    const late = await send('late');
    expect(late.status).toBe(200);
    await cancel([String(first.body['prompt_id']), String(late.body['prompt_id'])]);
  });

  it('a change takes effect with the next request for this key only, even below the current number of jobs', async () => {
    const ids = await fill();
    const limit = (max_concurrent_jobs: number | null) =>
      kinora.as(null).patch(`/api/agents/capped-${n}`, { max_concurrent_jobs });
    await limit(1);
    for (const id of ids) {
      expect((await submit()).status).toBe(429);
      await cancel([id]);
    }
    const one = accepted([await submit()]);
    expect(one).toHaveLength(1);
    expect((await submit()).status).toBe(429);
    const other = await kinora.agent(`other-${n}`, { max_concurrent_jobs: 1 });
    const others = accepted([await submit(REQUEST, other)]);
    expect(others).toHaveLength(1);
    await limit(null);
    const more = accepted(await Promise.all(Array.from({ length: 5 }, () => submit())));
    expect(more).toHaveLength(5);
    await cancel([...one, ...more]);
  });
});
