import { execFileSync } from 'node:child_process';
import type { ComfyGraph } from '../../src/modules/providers/public/comfy-types';
import { describeWith, engine } from '../support/required-programs';
import { type JobRecord, TestKinora } from '../support/kinora';
import { png, wav } from '../support/media-samples';
import { builtinIds } from '../support/workflow-fixtures';

interface Step {
  readonly step: string;
  readonly method: string;
  readonly path: string;
  readonly why: string;
  readonly ready: boolean;
  readonly body?: Record<string, unknown>;
  readonly fill?: readonly string[];
}

interface WorkflowParam {
  readonly required: boolean;
  readonly default: unknown;
  readonly description: string;
  readonly binds: readonly { readonly node: string; readonly input: string }[];
}

interface WorkflowRecord {
  readonly id: string;
  readonly runnable_on: readonly string[];
  readonly params: Record<string, WorkflowParam>;
  readonly requirements: { readonly notes: readonly string[] };
  readonly next: readonly Step[];
  readonly run_time: readonly { provider: string; median_seconds: number }[];
}

const IDS = builtinIds();

/** What is uploaded for a step, by the type that its name ends with. */
const SOURCES: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  image: () => png(64, 48),
  audio: wav,
  video: clip,
};

/** A size and length that every model family accepts, and that is quick to draw. */
const SMALL = { width: 256, height: 128, length: 17 };

/** What the upscaler makes of {@link clip}. */
const enlarged = { width: 256, height: 192, length: 5, fps: 10 };

/** Five frames with a picture that moves. */
function clip(): Buffer {
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=0.5'];
  const asStream = ['-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4', '-'];
  return execFileSync(engine('ffmpeg'), ['-v', 'error', ...source, ...asStream]);
}

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

  it('lists all workflows as runnable on the simulator', async () => {
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
      'next of %s leads from the record to a clip of the size, length and pace asked for',
      async (id) => {
        const { params } = await record(id);
        const small = Object.entries(SMALL).filter(([name]) => name in params);
        const asked = { ...enlarged, ...Object.fromEntries(small) };
        const made = await followNext(id, Object.fromEntries(small));
        const { body: asset } = await kinora.get(`/api/media/${made}`);
        expect(asset).toMatchObject({ type: 'video', width: asked.width, height: asked.height });
        const fps = Number(params['fps']?.default ?? enlarged.fps);
        expect([asset['fps'], asset['duration']]).toEqual([
          fps,
          expect.closeTo(asked.length / fps, 0.05),
        ]);
      },
      180_000,
    );
  });

  it.each(['sdxl-i2i', 'wan22-14b-t2v'])(
    'the submit step of %s names the params of the other widgets, and each can be set',
    async (id) => {
      const submit = (await record(id)).next.find(({ step }) => step === 'submit')!;
      const path = /GET (\S+) shows them/.exec(submit.why)![1]!;
      const { body: graph } = await kinora.get<ComfyGraph>(path);
      const own = new Set(
        Object.values((await record(id)).params).flatMap(({ binds }) =>
          binds.map(({ node, input }) => `node_${node}.${input}`),
        ),
      );
      const widgets = Object.entries(graph)
        .flatMap(([node, { inputs }]) =>
          Object.entries(inputs).map(([input, value]) => [`node_${node}.${input}`, value] as const),
        )
        .filter(([name, value]) => !Array.isArray(value) && !own.has(name))
        // The node's prefix is always ours.
        .filter(([name]) => !name.endsWith('.filename_prefix'));
      expect(widgets.length).toBeGreaterThan(1);
      const image = id.endsWith('i2i') ? { image: await upload(await SOURCES['image']!()) } : {};
      const { status, body } = await kinora.post(submit.path, {
        ...submit.body,
        ...image,
        provider: 'simulator',
        submit: false,
        workflow_params: Object.fromEntries(widgets),
      });
      expect([status, body]).toEqual([200, expect.objectContaining({ ok: true })]);
    },
  );

  it('requirements.notes has notes on what the workflow measured', async () => {
    const { run_time, requirements } = await record('sd15-t2i');
    expect(run_time.map(({ provider }) => provider)).toEqual(['simulator']);
    expect(requirements.notes.at(-1)).toMatch(
      /^Measured here on simulator: pictures of about \S+ megapixels? in \d+ to \d+ steps take \S+ s \(median of 1 run, nine of ten within \S+ s\)\.$/,
    );
  });

  /** Follows the steps of a record, as an agent without other knowledge would. @returns the media path of the output */
  async function followNext(id: string, changes: object = {}): Promise<string | undefined> {
    const { next } = await record(id);
    const filled: Record<string, unknown> = {};
    let made: string | undefined;
    for (const step of next) {
      if (step.ready && step.method === 'GET')
        expect((await kinora.get(step.path)).status).toBe(200);
      Object.assign(filled, await sourceFor(step));
      if (step.step === 'submit') filled['prompt_id'] = await submit(step, filled, changes);
      if (step.step === 'poll') {
        const path = step.path.replace('{prompt_id}', String(filled['prompt_id']));
        const { body } = await kinora.get<JobRecord>(path);
        expect([body.status, body.outputs.length]).toEqual(['completed', 1]);
        expect(body.models?.length).toBeGreaterThan(0);
        made = body.outputs[0]?.path;
      }
    }
    expect(filled['prompt_id']).toBeDefined();
    return made;
  }

  async function sourceFor({ step, why }: Step): Promise<object> {
    const [, type] = /^upload_source_(.+)$/.exec(step) ?? [];
    const [, param = ''] = /the submit takes as (\w+)/.exec(why) ?? [];
    return type === undefined ? {} : { [param]: await upload(await SOURCES[type]!()) };
  }

  async function upload(file: Buffer): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(file)]), 'source');
    const response = await fetch(`${kinora.url}/api/media`, { method: 'POST', body: form });
    // 200: the same bytes were uploaded before.
    expect([200, 201]).toContain(response.status);
    return ((await response.json()) as { path: string }).path;
  }

  async function submit(
    step: Step,
    filled: Record<string, unknown>,
    changes: object,
  ): Promise<string> {
    const request: Record<string, unknown> = { ...step.body, ...changes };
    const params: Record<string, unknown> = {};
    for (const name of step.fill ?? []) {
      const [param = '', isNested] = name.split('.').toReversed();
      (isNested === undefined ? request : params)[param] = filled[param];
    }
    if (Object.keys(params).length > 0)
      request['workflow_params'] = { ...(request['workflow_params'] as object), ...params };
    const { status, body } = await kinora.post(step.path, request);
    expect([status, body['ok']]).toEqual([200, true]);
    return String(body['prompt_id']);
  }
});
