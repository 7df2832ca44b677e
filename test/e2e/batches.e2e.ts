import sharp from 'sharp';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import type { Answer, TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { type JobRecord, TestKinora } from '../support/kinora';

const BASE = {
  type: 'image',
  workflow: 'sd15-t2i',
  prompt: 'a fox',
  width: 64,
  height: 64,
  steps: 1,
  provider: 'node',
};
/** Runs longer than any test, until it is cancelled. */
const ENDLESS = { ...BASE, steps: 10_000 };
const PROMPTS = { param: 'prompt', values: ['a fox', 'a cat', 'an owl'] };

interface Batch {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly total: number;
  readonly counts: Record<string, number>;
  readonly fraction: number;
  readonly eta_seconds: number | null;
  readonly seed: number | null;
}
interface Child {
  readonly index: number;
  readonly values: Record<string, unknown>;
  readonly status: string;
  readonly prompt_id: string | null;
  readonly error?: { code: string };
}
interface Items<T> {
  readonly items: T[];
  readonly next_cursor: string | null;
}

describe('batches', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;
  let n = 0;

  beforeAll(async () => {
    node = await SimulatorNode.start();
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
      jobs: { poll_interval_ms: 200, lost_grace_ms: 500, batch_in_flight: 3 },
    });
    await kinora.online('node');
  });
  afterAll(async () => {
    await kinora.close();
    await node.stop();
  });

  const agent = (scope: object = {}): ReturnType<TestKinora['agent']> =>
    kinora.agent(`batcher-${(n += 1)}`, { ...scope });
  const create = async (caller: TestCaller, body: object): Promise<Batch> => {
    const { status, body: batch } = await caller.post<Batch>('/api/batches', body);
    expect([status, batch]).toEqual([201, expect.anything()]);
    return batch;
  };
  const get = async (caller: TestCaller, { id }: Batch): Promise<Batch> =>
    (await caller.get<Batch>(`/api/batches/${id}`)).body;
  const children = async (caller: TestCaller, { id }: Batch, query = ''): Promise<Items<Child>> =>
    (await caller.get<Items<Child>>(`/api/batches/${id}/children?limit=200${query}`)).body;
  const reached = (caller: TestCaller, batch: Batch, isReached: (now: Batch) => boolean) =>
    eventually(async () => {
      const now = await get(caller, batch);
      return isReached(now) && now;
    });
  const ended = (caller: TestCaller, batch: Batch): Promise<Batch> =>
    reached(caller, batch, ({ status }) => status !== 'running');
  const refused = (caller: TestCaller, body: object): Promise<Answer> =>
    caller.post('/api/batches', body);
  const locs = ({ status, body }: Answer): unknown => [
    status,
    (body['detail'] as { loc: unknown[] }[]).map(({ loc }) => loc.join('.')),
  ];
  const jobs = async (caller: TestCaller, query: string): Promise<JobRecord[]> =>
    (await caller.get<Items<JobRecord>>(`/api/jobs?limit=200&${query}`)).body.items;

  it('run every combination once with one random seed, and report their progress', async () => {
    const caller = await agent();
    const body = {
      name: 'animals',
      base: { ...BASE, priority: 'low' },
      axes: [PROMPTS, { param: 'steps', values: [1, 2] }],
    };
    const batch = await create(caller, body);
    expect(batch).toMatchObject({ status: 'running', total: 6, ...body });
    const waited = await caller.get(`/api/batches/${batch.id}?wait=60`);
    expect(waited.body).toMatchObject({
      status: 'completed',
      counts: { waiting: 0, queued: 0, running: 0, completed: 6, failed: 0, cancelled: 0 },
      fraction: 1,
      eta_seconds: null,
      finished_at: expect.any(String),
    });

    const first = await children(caller, batch, '&with_total=true');
    expect(first).toMatchObject({ next_cursor: null, total: 6 });
    expect(
      first.items.map(({ index, values }) => [index, values['prompt'], values['steps']]),
    ).toEqual(
      PROMPTS.values.flatMap((prompt, at) => [
        [2 * at, prompt, 1],
        [2 * at + 1, prompt, 2],
      ]),
    );
    for (const { index, prompt_id, values } of first.items) {
      const { body: job } = await caller.get(`/api/jobs/${String(prompt_id)}`);
      expect(job).toMatchObject({
        batch: batch.id,
        batch_index: index,
        priority: 'low',
        prompt: values['prompt'],
        settings: { seed: batch.seed, steps: values['steps'] },
      });
      expect(job['settings']).not.toHaveProperty('priority');
    }
    const alone = await caller.post('/api/image/generate', { ...BASE, type: undefined });
    const ids = async (query: string) => (await jobs(caller, query)).map((job) => job.prompt_id);
    const runs = first.items.map(({ prompt_id }) => prompt_id);
    expect((await ids(`batch=${batch.id}`)).sort()).toEqual([...runs].sort());
    expect(await ids('group=batch')).toEqual([alone.body['prompt_id'], runs[0]]);
    expect(await ids('group=batch&q=OWL')).toEqual([runs[4]]);
    expect(await ids('q=fo%25')).toEqual([]);
    const sheet = await fetch(`${kinora.url}/api/batches/${batch.id}/contact-sheet`, caller);
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'image/webp']);
    // Two columns, one for each number of steps.
    const { width, height } = await sharp(Buffer.from(await sheet.arrayBuffer())).metadata();
    expect([width, height]).toEqual([536, 932]);
    const page = await caller.get<Items<Child>>(`/api/batches/${batch.id}/children?limit=4`);
    const rest = await children(caller, batch, `&cursor=${page.body.next_cursor}`);
    expect(rest.items.map(({ index }) => index)).toEqual([4, 5]);
    const positions = [1.5, 'abc', 1e30, -9, 6].map((sort) => [sort, batch.id]);
    for (const position of [...positions, [1, 'bat_other']]) {
      const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
      const made = await caller.get(`/api/batches/${batch.id}/children?cursor=${cursor}`);
      expect(locs(made)).toEqual([422, ['query.cursor']]);
    }
  });

  it('repeat each combination with the next seeds', async () => {
    const caller = await agent();
    const base = { ...BASE, seed: 9 };
    const batch = await create(caller, {
      base,
      axes: [{ param: 'steps', values: [1, 2] }],
      count: 2,
    });
    await ended(caller, batch);
    const made = (await jobs(caller, '')).map(async ({ prompt_id }) => {
      const { body } = await caller.get<JobRecord>(`/api/jobs/${prompt_id}`);
      return [body.settings?.['steps'], body.settings?.['seed']].join();
    });
    expect((await Promise.all(made)).sort()).toEqual(['1,10', '1,9', '2,10', '2,9']);
    expect(batch.seed).toBeNull();
  });

  it('are accepted as a whole or not at all, and a dry run names what would be refused', async () => {
    const caller = await agent({ allowed_workflows: ['sd15-t2i'] });
    const axes = [{ param: 'steps', values: [1, 'many', 0] }, PROMPTS];
    const invalid = { base: BASE, axes };
    expect(locs(await refused(caller, invalid))).toEqual([
      422,
      ['body.axes.0.values.1', 'body.axes.0.values.2'],
    ]);
    const dry = await caller.post<{ refused: { index: number; loc: unknown[] }[] }>(
      '/api/batches',
      { ...invalid, dry_run: true },
    );
    expect(dry).toMatchObject({ status: 200, body: { total: 9 } });
    expect(dry.body.refused.map(({ index }) => index)).toEqual([3, 4, 5, 6, 7, 8]);

    const forbidden = { param: 'workflow', values: ['sd15-t2i', 'sdxl-t2i'] };
    expect(await refused(caller, { base: BASE, axes: [forbidden] })).toMatchObject({
      status: 403,
      body: { code: 'workflow_not_allowed', index: 1 },
    });
    const missing = { ...BASE, prompt: undefined, width: 'wide' };
    expect(locs(await refused(caller, { base: missing }))).toEqual([
      422,
      expect.arrayContaining(['body.base.prompt', 'body.base.width']),
    ]);
    expect(await jobs(caller, '')).toEqual([]);
    expect((await caller.get('/api/batches')).body['items']).toEqual([]);
    const good = await caller.post('/api/batches', { base: BASE, axes: [PROMPTS], dry_run: true });
    expect(good).toMatchObject({ status: 200, body: { total: 3, refused: [] } });
  });

  it('refuse invalid types, axes and combinations, and more than 1,000 runs', async () => {
    const caller = kinora.as(null);
    const thousand = Array.from({ length: 1_000 }, (_, at) => at);
    const faults: [object, string[]][] = [
      [{ base: { ...BASE, type: 'sound' } }, ['body.base.type']],
      [{ base: { ...BASE, submit: false } }, ['body.base.submit']],
      [{ base: BASE, axes: [{ param: 'type', values: ['image'] }] }, ['body.axes.0.param']],
      [{ base: BASE, axes: [{ param: 'step', values: [1] }] }, ['body.axes.0.param']],
      [{ base: BASE, axes: [PROMPTS, PROMPTS] }, ['body.axes.1.param']],
      [
        { base: BASE, mode: 'zip', axes: [PROMPTS, { param: 'steps', values: [1] }] },
        ['body.axes.1.values'],
      ],
      [{ base: BASE, axes: [{ param: 'seed', values: thousand }], count: 2 }, ['body.axes']],
      // More than a service could check for each run without holding up everybody else.
      [{ base: { ...BASE, workflow_params: { loras: thousand } }, count: 1000 }, ['body.base']],
      [
        { base: BASE, axes: [{ param: 'workflow_params.loras', values: [thousand] }], count: 1000 },
        ['body.base'],
      ],
      [{ base: BASE, axes: [{ param: 'seed', values: [] }] }, ['body.axes.0.values']],
    ];
    for (const [body, wanted] of faults)
      expect(locs(await refused(caller, body))).toEqual([422, wanted]);
  });

  it('leave one slot of the cap free, take turns, and cancel all their jobs', async () => {
    const caller = await agent({ max_concurrent_jobs: 3 });
    const alone = { ...ENDLESS, type: undefined };
    // At the cap no run becomes a job, so that both batches are there when the first turn comes.
    for (const seed of [1, 2, 3]) await caller.post('/api/image/generate', { ...alone, seed });
    const batches = [
      await create(caller, { base: ENDLESS, axes: [PROMPTS] }),
      await create(caller, { base: ENDLESS, axes: [PROMPTS] }),
    ];
    const [one, other] = batches as [Batch, Batch];
    const unfinished = async () => {
      const active = await jobs(caller, 'status=queued,running');
      return active.map((job) => (job as JobRecord & { batch: string | null }).batch);
    };
    expect(await unfinished()).toEqual([null, null, null]);
    for (const { prompt_id } of await jobs(caller, 'status=queued,running'))
      await caller.post(`/api/jobs/${prompt_id}/cancel`);
    await eventually(async () => (await unfinished()).filter((id) => id !== null).length === 2);
    const { body: own } = await caller.post('/api/image/generate', alone);
    expect(own['ok']).toBe(true);
    expect((await unfinished()).sort()).toEqual([one.id, other.id, null].sort());

    const cancelled = await caller.post<Batch>(`/api/batches/${one.id}/cancel`);
    expect(cancelled).toMatchObject({
      status: 200,
      body: { status: 'cancelled', reason: 'cancelled', counts: { cancelled: 3, waiting: 0 } },
    });
    expect(await caller.post(`/api/batches/${one.id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'batch_finished', status: 'cancelled' },
    });
    await eventually(async () => (await unfinished()).filter((id) => id === other.id).length === 2);
    const statuses = (await children(caller, one)).items.map(({ status }) => status);
    expect(statuses).toEqual(['cancelled', 'cancelled', 'cancelled']);
    await caller.post(`/api/batches/${other.id}/cancel`);
    await caller.post(`/api/jobs/${String(own['prompt_id'])}/cancel`);
  });

  it('end when their owner cancels all queued jobs; the running job continues', async () => {
    const caller = await agent({ max_concurrent_jobs: 4 });
    const batch = await create(caller, { base: ENDLESS, axes: [PROMPTS], count: 5 });
    await eventually(async () => (await jobs(caller, 'status=queued,running')).length === 3);
    await eventually(async () => (await jobs(caller, 'status=running')).length === 1);
    const { body } = await caller.post('/api/jobs/cancel', { status: 'queued' });
    expect(body['cancelled']).toHaveLength(2);
    expect(await get(caller, batch)).toMatchObject({
      status: 'cancelled',
      reason: 'cancelled',
      counts: { cancelled: 14, running: 1, waiting: 0 },
    });
    const [running] = await jobs(caller, 'status=queued,running');
    expect((await caller.post(`/api/jobs/${running!.prompt_id}/cancel`)).status).toBe(200);
  });

  it('end when their key is revoked, and check each run with the current rights of the key', async () => {
    const admin = kinora.as(null);
    const caller = await agent({ max_concurrent_jobs: 1 });
    const id = `batcher-${n}`;
    const axes = [{ param: 'workflow', values: ['sd15-t2i', 'sdxl-t2i'] }];
    const batch = await create(caller, { base: ENDLESS, axes });
    const first = await eventually(async () => (await children(caller, batch)).items[0]?.prompt_id);
    await admin.patch(`/api/agents/${id}`, { allowed_workflows: ['sd15-t2i'] });
    await caller.post(`/api/jobs/${first}/cancel`);
    expect(await ended(caller, batch)).toMatchObject({
      status: 'completed',
      counts: { cancelled: 1, failed: 1 },
    });
    expect((await children(caller, batch)).items[1]).toMatchObject({
      status: 'failed',
      prompt_id: null,
      error: { code: 'workflow_not_allowed' },
    });

    const revoked = await create(caller, { base: ENDLESS, axes: [PROMPTS] });
    const running = await eventually(async () => (await jobs(caller, 'status=running'))[0]);
    await admin.patch(`/api/agents/${id}`, { enabled: false });
    const record = await ended(admin, revoked);
    expect(record).toMatchObject({ status: 'cancelled', reason: 'key_revoked', owner: id });
    expect((await admin.get<JobRecord>(`/api/jobs/${running.prompt_id}`)).body.status).toBe(
      'running',
    );
    await admin.delete(`/api/agents/${id}`);
    expect((await admin.get(`/api/batches?owner=${id}`)).body['items']).toHaveLength(2);
    await admin.post(`/api/jobs/${running.prompt_id}/cancel`);
  });

  it('are created once per Idempotency-Key, and at most 20 of a key may run', async () => {
    const caller = await agent({ max_concurrent_jobs: 1 });
    const send = (): Promise<Answer> =>
      caller.send('POST', '/api/batches', {
        body: { base: ENDLESS },
        headers: { 'Idempotency-Key': 'once' },
      });
    const [first, second] = await Promise.all([send(), send()]);
    expect([first.status, second.body['id']]).toEqual([201, first.body['id']]);
    const statuses: number[] = [];
    // As many at once as may be planned or wait.
    for (const atOnce of [8, 8, 8]) {
      const more = Array.from({ length: atOnce }, () => refused(caller, { base: ENDLESS }));
      statuses.push(...(await Promise.all(more)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(19);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const { body } = await caller.get<Items<Batch>>('/api/batches?limit=50&status=running');
    expect(body.items).toHaveLength(20);
    const dry = await refused(caller, { base: BASE, dry_run: true });
    expect(dry).toMatchObject({ status: 200, body: { total: 1 } });
    expect(dry.body['refused']).toMatchObject([{ index: 0, loc: ['body'], code: 'batch_cap' }]);
    for (const { id } of body.items) await caller.post(`/api/batches/${id}/cancel`);
  });
});
