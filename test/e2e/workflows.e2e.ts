import sharp from 'sharp';
import { describeWith } from '../support/engines';
import { type JobRecord, TestKinora } from '../support/kinora';
import { builtinIds } from '../support/workflow-fixtures';

interface Step {
  readonly step: string;
  readonly method: string;
  readonly path: string;
  readonly ready: boolean;
  readonly body?: Record<string, unknown>;
  readonly fill?: readonly string[];
}

interface WorkflowRecord {
  readonly id: string;
  readonly runnable_on: readonly string[];
  readonly params: Record<string, { required: boolean; default: unknown; description: string }>;
  readonly requirements: { readonly notes: readonly string[] };
  readonly next: readonly Step[];
  readonly run_time: readonly { provider: string; median_seconds: number }[];
}

const IDS = builtinIds();

describe('GET /api/workflows/{workflow_id} (spec 2.9, 4.4)', () => {
  let kinora: TestKinora;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
  });

  afterAll(() => kinora.close());

  const record = async (id: string): Promise<WorkflowRecord> =>
    (await kinora.get<WorkflowRecord>(`/api/workflows/${id}`)).body;

  it('workflows are discovered live: the simulator can run all of them', async () => {
    const { body } = await kinora.get<{ items: WorkflowRecord[] }>('/api/workflows');
    expect(body.items.map(({ id, runnable_on }) => [id, runnable_on])).toEqual(
      IDS.map((id) => [id, ['simulator']]),
    );
  });

  it.each(IDS)('params of %s: each says whether it is required and what it does', async (id) => {
    const { params, requirements } = await record(id);
    expect(params['prompt']).toMatchObject({ type: 'text', required: true });
    for (const param of Object.values(params)) expect(param.description).not.toBe('');
    expect(requirements.notes[0]).toContain('Not yet run on real hardware by this project.');
  });

  it.each(builtinIds('image'))('next of %s leads from the record to a finished job', async (id) =>
    followNext(id),
  );

  describeWith('ffmpeg', 'video workflows', () => {
    it.each(builtinIds('video'))(
      'next of %s leads from the record to a finished job',
      async (id) => followNext(id),
      180_000,
    );
  });

  it('requirements.notes has notes on what the workflow measured', async () => {
    const { run_time, requirements } = await record('sd15-t2i');
    expect(run_time.map(({ provider }) => provider)).toEqual(['simulator']);
    expect(requirements.notes.at(-1)).toContain('Measured by this install on simulator');
  });

  /** Takes the steps of a record as an agent would that knows nothing else. */
  async function followNext(id: string): Promise<void> {
    const { next } = await record(id);
    const filled: Record<string, unknown> = {};
    for (const step of next) {
      if (step.ready && step.method === 'GET')
        expect((await kinora.get(step.path)).status).toBe(200);
      if (step.step === 'upload_source_image') filled['image'] = await upload();
      if (step.step === 'submit') filled['prompt_id'] = await submit(step, filled);
      if (step.step === 'poll') {
        const path = step.path.replace('{prompt_id}', String(filled['prompt_id']));
        const { body } = await kinora.get<JobRecord>(path);
        expect([body.status, body.outputs.length]).toEqual(['completed', 1]);
        expect(body.models?.length).toBeGreaterThan(0);
      }
    }
    expect(filled['prompt_id']).toBeDefined();
  }

  async function upload(): Promise<string> {
    const picture = sharp({
      create: { width: 64, height: 48, channels: 3, background: '#2266aa' },
    });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'source.png');
    const response = await fetch(`${kinora.url}/api/media`, { method: 'POST', body: form });
    expect(response.status).toBe(201);
    return ((await response.json()) as { path: string }).path;
  }

  async function submit(step: Step, filled: Record<string, unknown>): Promise<string> {
    const wanted = Object.fromEntries((step.fill ?? []).map((name) => [name, filled[name]]));
    const { status, body } = await kinora.post(step.path, { ...step.body, ...wanted });
    expect([status, body['ok']]).toEqual([200, true]);
    return String(body['prompt_id']);
  }
});
