import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { eventually } from '../support/eventually';
import { type JobRecord, TestKinora } from '../support/kinora';
import { FaultyProxy } from '../support/faulty-proxy';
import { sampledPictureGraph } from '../support/simulated-node';

interface Plan {
  readonly provider: string;
  readonly providers: readonly {
    readonly provider: string;
    readonly expected_run_seconds: number;
    readonly expected_wait_seconds: number;
  }[];
}

interface WorkflowRecord {
  readonly run_time: readonly { readonly provider: string; readonly samples?: number }[];
  readonly requirements: { readonly notes: readonly string[] };
}

const REQUEST = { workflow: 'sd15-t2i', prompt: 'a secret fox', steps: 4 };
/** The second has sixteen times the pixels of the first. */
const [SMALL, BIG] = [64, 256].map((edge) => ({ width: edge, height: edge }));
const comfy = (id: string, url: string) => ({ id, kind: 'comfyui', base_url: url });

async function run(kinora: TestKinora, provider: string, fields: object = {}): Promise<string> {
  const body = { ...REQUEST, ...fields, provider };
  const sent = await kinora.post('/api/image/generate', body);
  expect(sent.status).toBe(200);
  return String(sent.body['prompt_id']);
}

async function complete(kinora: TestKinora, provider: string, fields: object): Promise<void> {
  const { status } = await kinora.finished(await run(kinora, provider, fields));
  expect(status).toBe('completed');
}

const recordOf = async (kinora: TestKinora): Promise<WorkflowRecord> =>
  (await kinora.get<WorkflowRecord>('/api/workflows/sd15-t2i')).body;

const samplesOf = async (kinora: TestKinora, provider: string): Promise<number> =>
  (await recordOf(kinora)).run_time.find((one) => one.provider === provider)?.samples ?? 0;

/** Two nodes: one has run small pictures faster, the other one big pictures. */
describe('times by size', () => {
  const nodes = new Map<string, SimulatorNode>();
  let kinora: TestKinora;

  const plan = async (fields: object, provider = 'auto'): Promise<Plan> =>
    (await kinora.post<Plan>('/api/plan', { type: 'image', ...REQUEST, ...fields, provider })).body;
  const on = async (provider: string, fields: object) =>
    (await plan(fields)).providers.find((one) => one.provider === provider)!;
  const runSeconds = async (provider: string, fields: object): Promise<number> =>
    (await on(provider, fields)).expected_run_seconds;

  /** Run times are written some time after the job has ended. */
  const measure = async (provider: string, fields: object): Promise<void> => {
    const samples = await samplesOf(kinora, provider);
    await complete(kinora, provider, fields);
    await eventually(async () => (await samplesOf(kinora, provider)) > samples);
  };

  /** One node runs at the machine's speed; the other is slowed down to half of the speed that was measured. */
  const race = async (fields: object, quick: string, slow: string): Promise<void> => {
    await measure(quick, fields);
    // The job has four steps.
    const step_ms = Math.ceil((1_000 * (await runSeconds(quick, fields))) / 2) + 100;
    nodes.get(slow)!.faults.set({ step_ms });
    await measure(slow, fields);
    nodes.get(slow)!.faults.reset();
  };

  beforeAll(async () => {
    for (const id of ['one', 'other']) nodes.set(id, await SimulatorNode.start({ stepMs: 0 }));
    const providers = [...nodes].map(([id, { url }]) => comfy(id, url));
    kinora = await TestKinora.start({ providers, jobs: { poll_interval_ms: 100 } });
    await Promise.all([...nodes.keys()].map((id) => kinora.online(id)));
    await race(SMALL!, 'one', 'other');
    await race(BIG!, 'other', 'one');
  });
  afterAll(async () => {
    await kinora.close();
    await Promise.all([...nodes.values()].map((node) => node.stop()));
  });

  it('makes auto choose the node that is faster for the requested size', async () => {
    expect(await runSeconds('one', SMALL!)).toBeLessThan(await runSeconds('other', SMALL!));
    expect(await runSeconds('other', BIG!)).toBeLessThan(await runSeconds('one', BIG!));
    expect((await plan(SMALL!)).provider).toBe('one');
    expect((await plan(BIG!)).provider).toBe('other');
  });

  it('estimates an unmeasured size from the nearest one, and never less for more work', async () => {
    const big = await runSeconds('other', BIG!);
    expect(await runSeconds('other', { width: 512, height: 512 })).toBeCloseTo(4 * big, 2);
    expect(await runSeconds('other', { width: 192, height: 192 })).toBe(big);
  });

  it('shows run times in the notes by node and size, without prompts', async () => {
    const { requirements, run_time } = await recordOf(kinora);
    const measured = requirements.notes.filter((note) => note.startsWith('Measured here on'));
    expect(measured.map((note) => note.replace(/ take .*$/, '')).sort()).toEqual(
      ['one', 'other'].flatMap((id) =>
        ['0.004', '0.063'].map(
          (size) => `Measured here on ${id}: pictures of about ${size} megapixels in 3 to 5 steps`,
        ),
      ),
    );
    expect(run_time.map(({ provider, samples }) => [provider, samples])).toEqual([
      ['one', 2],
      ['other', 2],
    ]);
    expect(JSON.stringify(requirements)).not.toContain('secret');
    // The simulator has no graphics memory.
    expect(measured.join()).not.toContain('GB');
  });

  it('keeps run times over a restart', async () => {
    const before = [await runSeconds('one', SMALL!), await runSeconds('one', BIG!)];
    await kinora.stop();
    kinora = await kinora.restart();
    expect([await runSeconds('one', SMALL!), await runSeconds('one', BIG!)]).toEqual(before);
    await Promise.all([...nodes.keys()].map((id) => kinora.online(id)));
  });

  it('estimates the wait from the run time of each waiting job', async () => {
    const long = { ...SMALL, steps: 100 };
    const [first, second, third] = [
      await runSeconds('one', long),
      await runSeconds('one', BIG!),
      await runSeconds('one', SMALL!),
    ];
    nodes.get('one')!.faults.set({ steps_allowed: 0 });
    const ids = [
      await run(kinora, 'one', long),
      await run(kinora, 'one', BIG),
      await run(kinora, 'one', SMALL),
    ];
    const last = await kinora.get<JobRecord & { eta_seconds: number }>(`/api/jobs/${ids[2]!}`);
    expect(last.body).toMatchObject({
      status: 'queued',
      queue_position: 2,
      eta_seconds: Math.ceil(first + second + third),
    });
    expect((await on('one', BIG!)).expected_wait_seconds).toBeCloseTo(first + second + third, 2);
    // A node without waiting jobs starts the job at once, even if it is slower.
    expect((await plan(SMALL!)).provider).toBe('other');
    for (const id of ids.reverse()) await kinora.post(`/api/jobs/${id}/cancel`);
  });
});

/** Run times belong to the graph, not to the workflow's id. */
describe('run times of an imported workflow', () => {
  let kinora: TestKinora;
  let graph: Readonly<Record<string, { inputs: object }>>;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
    ({ body: graph } = await kinora.get<typeof graph>('/api/workflows/sd15-t2i/graph'));
  });
  afterAll(() => kinora.close());

  const importGraph = async (imported: object): Promise<void> => {
    const { status } = await kinora.post('/api/workflows', { id: 'mine', graph: imported });
    expect(status).toBe(201);
  };
  const remove = async (): Promise<void> => {
    expect((await kinora.delete('/api/workflows/mine')).status).toBe(200);
  };
  const measured = async (): Promise<number> =>
    (await kinora.get<WorkflowRecord>('/api/workflows/mine')).body.run_time.length;

  it('are removed with the workflow, and do not count for the next one of the same id', async () => {
    await importGraph(graph);
    await complete(kinora, 'simulator', { workflow: 'mine', ...SMALL });
    await eventually(async () => (await measured()) === 1);
    await remove();
    await importGraph(graph);
    expect(await measured()).toBe(0);
  });

  it('do not count for another graph in the same file', async () => {
    await complete(kinora, 'simulator', { workflow: 'mine', ...SMALL });
    await eventually(async () => (await measured()) === 1);
    const [id = '', node] = Object.entries(graph).find(([, one]) => 'steps' in one.inputs) ?? [];
    const other = { ...graph, [id]: { ...node, inputs: { ...node?.inputs, steps: 7 } } };
    writeFileSync(join(kinora.folder, 'data/workflows/mine.json'), JSON.stringify(other));
    await eventually(async () => (await measured()) === 0);
    writeFileSync(join(kinora.folder, 'data/workflows/mine.json'), JSON.stringify(graph));
    await eventually(async () => (await measured()) === 1);
  });
});

const GIB = 2 ** 30;

describe('memory use', () => {
  let kinora: TestKinora;
  let node: SimulatorNode;
  let proxy: FaultyProxy;
  let device: { type: string; free: number };

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    proxy = await FaultyProxy.before(node.url);
    device = { type: 'cuda', free: 20 };
    proxy.instead.set('GET /system_stats', () => ({
      system: { comfyui_version: '0.33.0' },
      devices: [
        {
          name: 'cuda:0',
          type: device.type,
          index: 0,
          vram_total: 24 * GIB,
          vram_free: device.free * GIB,
        },
      ],
    }));
    kinora = await TestKinora.start({ providers: [comfy('painter', proxy.url)] });
    await kinora.online('painter');
  });
  afterAll(async () => {
    await kinora.close();
    await proxy.stop();
    await node.stop();
  });

  const noteOf = async (size: string): Promise<string | undefined> =>
    (await recordOf(kinora)).requirements.notes.find((note) => note.includes(size));
  /** Runs until {@link noteAfterEnd} ends it. */
  const running = async (fields: object): Promise<string> => {
    node.faults.set({ steps_allowed: 0 });
    const id = await run(kinora, 'painter', fields);
    await eventually(
      async () => (await kinora.get<JobRecord>(`/api/jobs/${id}`)).body.status === 'running',
    );
    return id;
  };
  /** Waits for enough memory samples that one of them must belong to the run. */
  const memorySampled = async (): Promise<void> => {
    const before = proxy.count('GET /system_stats');
    await eventually(async () => proxy.count('GET /system_stats') >= before + 3);
  };
  const noteAfterEnd = async (id: string, size: string): Promise<string> => {
    node.faults.reset();
    expect((await kinora.finished(id)).status).toBe('completed');
    return eventually(() => noteOf(size));
  };

  it('is recorded for a run that was alone on its node', async () => {
    const id = await running(SMALL!);
    device.free = 9.8;
    await memorySampled();
    device.free = 20;
    expect(await noteAfterEnd(id, '0.004 megapixels')).toMatch(
      / take \S+ s \(median of 1 run, nine of ten within \S+ s\); the most seen in use on its device was 14\.2 GB of 24 GB, other programs included\.$/,
    );
  });

  it('is not recorded while a foreign prompt is in the queue', async () => {
    const id = await running(BIG!);
    device.free = 1;
    const theirs = await fetch(`${node.url}/prompt`, {
      method: 'POST',
      body: JSON.stringify({ prompt: sampledPictureGraph() }),
    });
    expect(theirs.status).toBe(200);
    await memorySampled();
    device.free = 20;
    expect(await noteAfterEnd(id, '0.063 megapixels')).not.toContain('GB');
  });

  it('is not sampled on a device that shares the memory of the machine', async () => {
    device = { type: 'cpu', free: 1 };
    await eventually(async () => {
      const { body } = await kinora.get<{ devices: { type: string }[] }>('/api/providers/painter');
      return body.devices[0]?.type === 'cpu';
    });
    const id = await run(kinora, 'painter', { width: 128, height: 128 });
    expect(await noteAfterEnd(id, '0.016 megapixels')).not.toContain('GB');
  });

  it('is kept over a restart', async () => {
    const before = await noteOf('0.004 megapixels');
    await kinora.stop();
    kinora = await kinora.restart();
    expect(before).toContain('14.2 GB');
    expect(await noteOf('0.004 megapixels')).toBe(before);
  });
});
