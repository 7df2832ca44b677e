import { SimulatorNode } from '../../src/simulator/simulator-node';
import { eventually } from '../support/eventually';
import { type JobRecord, TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';
import { SeededRandom } from '../support/seeded-random';

interface ProviderPlan {
  readonly provider: string;
  readonly accepted: boolean;
  readonly can_run_now: boolean;
  readonly reasons: readonly { readonly code: string; readonly detail: string }[];
  readonly expected_wait_seconds: number | null;
  readonly expected_run_seconds: number | null;
}

interface Plan {
  readonly accepted: boolean;
  readonly provider: string | null;
  readonly mode: string | null;
  readonly providers: readonly ProviderPlan[];
  readonly params: Readonly<Record<string, unknown>> | null;
  readonly models: readonly string[];
  readonly loras: readonly object[];
  readonly files: readonly object[];
  readonly code?: string;
  readonly detail?: unknown;
}

interface Param {
  readonly type: string;
  readonly required: boolean;
  readonly default: unknown;
  readonly grid: { readonly step: number; readonly offset: number } | null;
}

interface WorkflowRecord {
  readonly id: string;
  readonly kind: 'image' | 'video';
  readonly params: Readonly<Record<string, Param>>;
}

const LORA = 'film-grain-sdxl.safetensors';

/** The outcome of a submission on every node, without submitting. */
describe('POST /api/plan', () => {
  let kinora: TestKinora;
  let photo: string;
  /** A node with only SDXL. */
  let small: SimulatorNode;
  /** A node that went offline. */
  let gone: SimulatorNode;

  beforeAll(async () => {
    [small, gone] = await Promise.all([
      SimulatorNode.start({
        stepMs: 0,
        models: { checkpoints: ['sd_xl_base_1.0.safetensors'], loras: [LORA] },
      }),
      SimulatorNode.start({ stepMs: 0 }),
    ]);
    kinora = await TestKinora.start({
      providers: [
        { id: 'full', kind: 'simulator', step_ms: 0, default: true },
        { id: 'pictures', kind: 'simulator', step_ms: 0, roles: ['image'] },
        { id: 'small', kind: 'comfyui', base_url: small.url },
        { id: 'gone', kind: 'comfyui', base_url: gone.url },
        // Nothing listens on port 9, so this node is never reached.
        { id: 'never', kind: 'comfyui', base_url: 'http://127.0.0.1:9' },
      ],
    });
    for (const id of ['full', 'pictures', 'small', 'gone']) await kinora.online(id);
    photo = await upload();
    await gone.stop();
    await eventually(async () => {
      const { body } = await kinora.get('/api/providers/gone');
      return body['status'] === 'offline';
    });
  });
  afterAll(async () => {
    await kinora.close();
    await small.stop();
  });

  async function upload(): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await png(96, 64))]), 'photo.png');
    const sent = await fetch(`${kinora.url}/api/media`, { method: 'POST', body: form });
    return ((await sent.json()) as { path: string }).path;
  }

  const ask = (body: object) => kinora.post<Plan>('/api/plan', body);
  const picture = { type: 'image', workflow: 'sdxl-t2i', prompt: 'a fox', provider: 'auto' };
  const clip = { type: 'video', workflow: 'wan22-14b-t2v', prompt: 'a fox', provider: 'full' };
  const of = (plan: Plan, id: string) => plan.providers.find(({ provider }) => provider === id);

  it('answers for every node whether it would accept the job, and when it would start', async () => {
    const { status, body } = await ask(picture);
    expect(status).toBe(200);
    expect(body.providers.map(({ provider, accepted }) => [provider, accepted])).toEqual([
      ...[['full', true] as const, ['pictures', true] as const, ['small', true] as const],
      ...[['gone', true] as const, ['never', true] as const],
    ]);
    expect(of(body, 'full')).toEqual({
      provider: 'full',
      accepted: true,
      can_run_now: true,
      reasons: [],
      expected_wait_seconds: 0,
      expected_run_seconds: null,
    });
    const codes = (id: string) => of(body, id)?.reasons.map(({ code }) => code);
    expect([codes('gone'), codes('never')]).toEqual([
      ['node_offline'],
      ['node_offline', 'node_unknown'],
    ]);
  });

  it('lists what a node lacks', async () => {
    const { body } = await ask(clip);
    expect(body).toMatchObject({ accepted: true, provider: 'full', mode: 't2v' });
    expect(of(body, 'pictures')?.reasons[0]).toMatchObject({ code: 'workflow_not_runnable' });
    expect(of(body, 'small')?.reasons[0]?.detail).toContain('umt5_xxl_fp8_e4m3fn_scaled');
  });

  it('resolves params, LoRAs and files', async () => {
    const asked = await ask({
      ...clip,
      workflow: 'wan22-5b-i2v',
      image: `/media/${photo}`,
      length: 9,
      seed: 3,
      workflow_params: { loras: [{ name: 'film-grain-sdxl', strength: 0.4 }] },
    });
    expect(asked.body).toMatchObject({
      accepted: true,
      mode: 'i2v',
      files: [{ param: 'image', path: photo }],
      loras: [{ name: LORA, strength: 0.4 }],
      models: expect.arrayContaining(['wan2.2_ti2v_5B_fp16.safetensors']),
      params: { length: 9, seed: 3, steps_high: 20, fps: 24, sampler: 'uni_pc', image: photo },
    });
  });

  it('contains the measured run time', async () => {
    const sent = await kinora.post('/api/image/generate', {
      workflow: 'sd15-t2i',
      prompt: 'a fox',
      provider: 'full',
      width: 64,
      height: 64,
    });
    await kinora.finished(String(sent.body['prompt_id']));
    await eventually(async () => {
      const { body } = await ask({ ...picture, workflow: 'sd15-t2i' });
      return typeof of(body, 'full')?.expected_run_seconds === 'number';
    });
  });

  it('reports what only some nodes refuse among their reasons', async () => {
    const request = { ...picture, lora_checkpoint: 'styles/watercolor-sdxl', provider: 'small' };
    const { status, body } = await ask(request);
    expect(status).toBe(200);
    expect(body).toMatchObject({ accepted: false, provider: null, params: null });
    expect(of(body, 'small')?.reasons[0]).toMatchObject({ code: 'checkpoint_not_found' });
    expect(of(body, 'full')).toMatchObject({ accepted: true, can_run_now: true });
  });

  it.each<[string, object, number]>([
    ['an unknown workflow', { workflow: 'none' }, 404],
    ['a workflow of the other kind', { workflow: 'wan22-14b-t2v' }, 422],
    ['an unknown provider', { provider: 'nowhere' }, 404],
    ['an unknown character', { character: 'nobody' }, 404],
    ['an unknown file', { workflow: 'sdxl-i2i', image: 'none.png' }, 404],
    ['a value that no node accepts', { width: 1023 }, 422],
    ['a field that the workflow lacks', { guidance: 3 }, 422],
    ['a field of the other kind', { length: 9 }, 422],
    ['a number out of all bounds where a text belongs', { vae: 1e300 }, 422],
    ['several errors', { steps: 1e300, filename_prefix: '', negative: '\0', nope: 1 }, 422],
    ['misspelt fields', { heigth: 64, promt: 'x', workflow_params: { heigth: 64 } }, 422],
    ['params at the top', { loras: [], shift: 3, 'node_sampler.denoise': 1 }, 422],
    ['a misspelt field and no workflow', { workflow: 'none', heigth: 64 }, 422],
    ['misspelt params', { workflow_params: { heigth: 64, submit: false } }, 422],
    [
      'what lies too deep',
      { workflow_params: JSON.parse('{"a":'.repeat(40) + '1' + '}'.repeat(40)) },
      422,
    ],
    ['dangerous names', { workflow_params: JSON.parse('{"__proto__": 1e300}') }, 422],
  ])('refuses %s as the submit does', async (_, fields, status) => {
    const { type, ...request } = { ...picture, ...fields };
    const [plan, submit] = [
      await ask({ type, ...request }),
      await kinora.post('/api/image/generate', request),
    ];
    expect(plan.status).toBe(status);
    expect([submit.status, submit.body]).toEqual([status, plan.body]);
  });

  it('accepts only the fields of its type', async () => {
    const { status, body } = await ask({ ...clip, steps: 4 });
    expect([status, body.detail]).toEqual([
      ...[422, [expect.objectContaining({ loc: ['body', 'steps'], type: 'extra_forbidden' })]],
    ]);
  });

  it.each([
    ['none', {}, 'missing'],
    ['an unknown one', { type: 'sound' }, 'enum'],
    ['a number', { type: 1 }, 'string_type'],
  ])('needs a type: %s', async (_, fields, type) => {
    const { status, body } = await ask({ workflow: 'x', prompt: 'x', provider: 'x', ...fields });
    expect([status, body.detail]).toEqual([
      ...[422, [expect.objectContaining({ loc: ['body', 'type'], type })]],
    ]);
  });

  it('stores, stages and queues nothing', async () => {
    const counts = async () => [
      (await kinora.get('/api/jobs?with_total=true')).body['total'],
      (await kinora.get('/api/media?with_total=true')).body['total'],
      [...small.runs].length,
    ];
    const before = await counts();
    const capped = await kinora.agent('capped', { max_concurrent_jobs: 1 });
    for (let n = 0; n < 3; n++)
      expect((await capped.post('/api/plan', { ...picture, provider: 'small' })).status).toBe(200);
    expect((await ask({ ...clip, workflow: 'wan22-5b-i2v', image: photo })).status).toBe(200);
    expect(await counts()).toEqual(before);
  });

  it('agrees with the submission for 50 random bodies over all workflows and states of nodes', async () => {
    const random = SeededRandom.for('plan');
    const { body: list } = await kinora.get<{ items: { id: string }[] }>(
      '/api/workflows?limit=200',
    );
    const records: WorkflowRecord[] = [];
    for (const { id } of list.items)
      records.push((await kinora.get<WorkflowRecord>(`/api/workflows/${id}`)).body);
    const seen = new Set<string>();
    for (let n = 0; n < 50; n++) {
      // Every workflow in turn; the other values are random.
      const record = records[n] ?? random.pick(records);
      const request = randomBody(random, record);
      await idle();
      const plan = await ask({ type: record.kind, ...request });
      const submit = await kinora.post(`/api/${record.kind}/generate`, request);
      const about = JSON.stringify({ n, request, plan: plan.body, submit: submit.body });
      seen.add(await compare(plan, submit, about));
    }
    // Otherwise the bodies would prove nothing.
    expect([...seen].sort()).toEqual(['accepted', 'refused by all', 'refused by this node']);
  });

  /** Waits for empty queues: `auto` depends on them, so plan and submission could choose different nodes. */
  const idle = () =>
    eventually(async () => {
      const { body } = await kinora.get<{ items: { queue: Record<string, number> }[] }>(
        '/api/providers',
      );
      return body.items.every(({ queue }) => queue['running'] === 0 && queue['pending'] === 0);
    });

  /** The common outcome of plan and submission; fails when they differ. */
  async function compare(
    plan: Awaited<ReturnType<typeof ask>>,
    submit: { status: number; body: Record<string, unknown> },
    about: string,
  ): Promise<string> {
    if (plan.status !== 200) {
      expect({ about, status: submit.status, body: submit.body }).toEqual({
        about,
        status: plan.status,
        body: plan.body,
      });
      return 'refused by all';
    }
    expect({ about, accepted: submit.status === 200 }).toEqual({
      about,
      accepted: plan.body.accepted,
    });
    if (!plan.body.accepted) return 'refused by this node';
    const id = String(submit.body['prompt_id']);
    const { body: job } = await kinora.get<JobRecord & { mode: string }>(`/api/jobs/${id}`);
    expect({ about, provider: job.provider, mode: job.mode }).toEqual({
      about,
      provider: plan.body.provider,
      mode: plan.body.mode,
    });
    const drawn = plan.body.params?.['seed'];
    if (job.settings) {
      // For an ended job even if only the node knows the size.
      const { width, height } = job.settings;
      expect({ about, ...job.settings, seed: drawn }).toEqual({
        about,
        width,
        height,
        ...plan.body.params,
      });
    }
    await kinora.post(`/api/jobs/${id}/cancel`);
    return 'accepted';
  }

  function randomBody(random: SeededRandom, { id, params }: WorkflowRecord): object {
    const chosen = Object.entries(params).flatMap(([name, param]) => {
      const wanted = param.required ? random.below(10) > 0 : random.below(3) === 0;
      const usual = () => randomValue(random, name, param);
      const value = wanted ? (random.below(25) === 0 ? random.pick(ODD) : usual()) : undefined;
      return value === undefined ? [] : [[name, value] as const];
    });
    const isField = ([name]: readonly [string, unknown]) =>
      ['negative', 'width', 'height', 'length', 'fps', 'seed', 'image', 'shift'].includes(name);
    const nested = chosen.filter((one) => !isField(one) && one[0] !== 'prompt');
    return {
      workflow: id,
      prompt: 'a fox',
      provider: random.pick(['full', 'pictures', 'small', 'gone', 'never', 'auto']),
      ...Object.fromEntries(chosen.filter(isField)),
      workflow_params: Object.fromEntries(nested),
    };
  }

  /** A mostly valid value; `undefined` when the param can't be sent. */
  function randomValue(random: SeededRandom, name: string, param: Param): unknown {
    const isBad = random.below(12) === 0;
    if (name === 'filename_prefix') return isBad ? '../x' : 'fox';
    const { step, offset } = param.grid ?? { step: 1, offset: 0 };
    const [bad, good] = VALUES[param.type]?.(random, param) ?? [];
    if (param.type === 'integer' && !isBad)
      return offset + step * (1 + random.below(Math.ceil(64 / step)));
    return isBad ? bad : good === PHOTO ? photo : good;
  }
});

const PHOTO = 'the photo';

/** Values of wrong types and out of bounds. */
const ODD: readonly unknown[] = [1e300, -1, true, '', 'x', [], {}, ['\0']];

/** An invalid and a valid value for each param type. */
const VALUES: Readonly<
  Record<string, (random: SeededRandom, param: Param) => readonly [bad: unknown, good: unknown]>
> = {
  image: () => ['none.png', PHOTO],
  integer: () => [-1, 1],
  number: (random) => [1e6, random.below(10) / 10],
  lora: (random) => ['none', random.pick([LORA, 'flux-realism'])],
  loras: (random) => [[{ name: 'none' }], [{ name: LORA, target: random.pick(['low', 'both']) }]],
  choice: (_, param) => ['none', param.default ?? undefined],
  model: (_, param) => ['none', param.default ?? undefined],
  text: () => [5, 'words'],
};
