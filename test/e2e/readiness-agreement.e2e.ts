import type { TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';

type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;
interface Item {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}
interface Imported {
  readonly workflow: { readonly runnable_on: readonly string[] };
  readonly detail?: readonly Item[];
}
interface Refusal {
  readonly code: string;
  readonly detail: string;
  readonly unsupported_values: readonly object[];
}

const CHECKPOINT = 'sd_xl_base_1.0.safetensors';

/** A picture of SDXL by its smallest graph. */
const sdxl = (): Graph => ({
  '3': {
    class_type: 'KSampler',
    inputs: {
      seed: 1,
      steps: 5,
      cfg: 7,
      sampler_name: 'euler',
      scheduler: 'normal',
      denoise: 1,
      model: ['4', 0],
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
    },
  },
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: CHECKPOINT } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 512, batch_size: 1 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a fox', clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['4', 1] } },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['4', 2] } },
  '9': { class_type: 'SaveImage', inputs: { filename_prefix: 'x', images: ['8', 0] } },
});

/** Import, record, plan and submit give the same result. */
describe('readiness of a workflow agrees with submits', () => {
  let kinora: TestKinora;
  let root: TestCaller;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
      limits: { prompt_chars: 15_000 },
    });
    await kinora.online();
    root = await kinora.agent('root', { is_admin: true });
  });
  afterAll(() => kinora.close());

  const bring = (id: string, graph: Graph, manifest?: object) =>
    root.post<Imported>('/api/workflows', { id, graph, ...(manifest ? { manifest } : {}) });
  const fields = ({ detail = [] }: Imported): readonly string[] =>
    detail.map(({ loc }) => loc.slice(1).join('.'));

  it.each([
    ['an output that is not there', ['4', 99], 'is linked to 4, which has no output 99'],
    ['another type', ['4', 0], 'takes LATENT, but 4 gives MODEL'],
  ])(
    'reports in record, plan and submit that a link from %s runs on no node',
    async (name, link, why) => {
      const graph = sdxl();
      graph['3']!.inputs['latent_image'] = link;
      const id = name.replaceAll(' ', '-');
      const { status, body } = await bring(id, graph);
      expect([status, body.workflow.runnable_on]).toEqual([201, []]);
      const reason = `input latent_image ${why}`;
      const request = { workflow: id, prompt: 'a fox' };
      for (const provider of ['simulator', 'auto']) {
        const submitted = await root.post<Refusal>('/api/image/generate', { ...request, provider });
        expect([submitted.status, submitted.body.code]).toEqual([409, 'workflow_not_runnable']);
        expect(submitted.body.detail).toContain(`node 3 (KSampler): ${reason}.`);
        expect(submitted.body.unsupported_values).toMatchObject([{ node: '3', reason }]);
        const planned = await root.post('/api/plan', { ...request, provider, type: 'image' });
        expect(planned.body).toMatchObject({
          accepted: false,
          providers: [{ accepted: false, reasons: [{ code: 'workflow_not_runnable' }] }],
        });
      }
    },
  );

  interface Step {
    readonly step: string;
    readonly path: string;
    readonly ready: boolean;
    readonly body?: object;
    readonly fill?: readonly string[];
  }
  const submitStep = async (id: string): Promise<Step> => {
    const { body } = await root.get<{ next: readonly Step[] }>(`/api/workflows/${id}`);
    return body.next.find(({ step }) => step === 'submit')!;
  };

  it('accepts a submit of every shipped workflow that is ready', async () => {
    const { body } = await root.get<{ items: { id: string }[] }>('/api/workflows?limit=200');
    const ready: string[] = [];
    for (const { id } of body.items) {
      const step = await submitStep(id);
      expect([id, step.ready]).toEqual([id, step.fill === undefined]);
      if (!step.ready) continue;
      ready.push(id);
      const { status } = await root.post(step.path, { ...step.body, submit: false });
      expect([id, status]).toEqual([id, 200]);
    }
    expect(ready).toContain('sdxl-t2i');
  });

  it.each<[string, object, readonly string[]]>([
    ['nothing', {}, []],
    ['that a seed is needed', { params: { seed: { required: true } } }, ['seed']],
    ['that steps are needed', { params: { steps: { required: true, default: null } } }, ['steps']],
    ['a prompt of nothing', { example: { prompt: '' } }, ['prompt']],
    ['a longer prompt than requests hold', { example: { prompt: 'x'.repeat(19_000) } }, ['prompt']],
    ['a LoRA that is not there', { example: { prompt: 'x', lora_checkpoint: 'none' } }, []],
    ['a LoRA that is never there', { example: { prompt: 'x', lora_checkpoint: 'latest' } }, []],
    [
      'an expert that is not there',
      { example: { prompt: 'x', loras: [{ name: 'a', target: 'low' }] } },
      [],
    ],
    ['a name for files', { example: { prompt: 'x', filename_prefix: '../x' } }, []],
    [
      'a model that is not there',
      { params: { checkpoint: { default: 'none.safetensors' } } },
      ['checkpoint'],
    ],
    ['less of the params', { params: { steps: null }, example: { prompt: 'x', cfg: 5.5 } }, []],
  ])('accepts a submit of a ready workflow whose manifest says %s', async (_, manifest, fill) => {
    const { status } = await bring('stated', sdxl(), manifest);
    expect(status).toBe(201);
    const step = await submitStep('stated');
    const submitted = await root.post(step.path, { ...step.body, submit: false });
    await root.delete('/api/workflows/stated');
    expect([step.ready, step.fill ?? [], submitted.status === 200]).toEqual([
      ...[fill.length === 0, fill, fill.length === 0],
    ]);
  });

  it.each<[string, object, readonly string[]]>([
    ['choices of nothing', { params: { sampler: { choices: [] } } }, ['params.sampler.choices']],
    [
      'a grid beyond its bounds',
      { params: { width: { grid: { step: 100_000, offset: 3 } } } },
      ['params.width'],
    ],
    ['bounds upside down', { params: { seed: { minimum: 5, maximum: 1 } } }, ['params.seed']],
    ['less than no memory', { vram_gb: -5 }, ['vram_gb']],
    ['memory without end', { vram_gb: 1e308 }, ['vram_gb']],
    [
      'a folder above others',
      { params: { sampler: { type: 'model', folder: '../../' } } },
      ['params.sampler.folder'],
    ],
    [
      'places outside of the folders',
      { models: [{ folder: '../x', file: '/etc/passwd', page: 'https://javascript:alert(1)' }] },
      ['models.0.folder', 'models.0.file', 'models.0.page'],
    ],
    ['clips of a picture', { kind: 'video', modes: ['v2v'] }, ['kind']],
    ['a file to start from', { modes: ['i2i', 't2i'] }, ['modes']],
    ['a sampler that is a picture', { params: { steps: { type: 'image' } } }, ['params.steps']],
    [
      'a picture where a number belongs',
      { params: { steps: { type: 'image', required: true } } },
      ['params.steps'],
    ],
    [
      'a size plus a seed',
      {
        params: {
          width: null,
          extra: {
            type: 'integer',
            description: 'x',
            binds: [{ node: '5', input: 'width', plus: 'seed' }],
          },
        },
      },
      ['params.extra'],
    ],
    [
      'an example beyond all bounds',
      { example: { prompt: 'x'.repeat(30_000) } },
      ['example.prompt'],
    ],
    ['an example of the wrong sort', { example: { prompt: 'x', steps: -9 } }, ['example']],
    [
      'a sum of texts',
      {
        params: {
          negative: null,
          extra: {
            type: 'text',
            description: 'x',
            binds: [{ node: '7', input: 'text', plus: 'prompt' }],
          },
        },
      },
      ['params.extra'],
    ],
  ])('refuses a manifest that says %s, at its field', async (_, manifest, places) => {
    const { status, body } = await bring('nonsense', sdxl(), manifest);
    expect([status, fields(body)]).toEqual([422, places.map((place) => `manifest.${place}`)]);
    // The message says what to send instead, without an empty list of values.
    for (const { msg } of body.detail ?? []) expect(msg).not.toMatch(/: ?\.$|: ?$/);
  });

  it('accepts LoRA slots only at MODEL and CLIP outputs', async () => {
    const slot = { loader: 'LoraLoader', model: ['4', 2], clip: ['4', 0] };
    const { status, body } = await bring('slot', sdxl(), { lora_slots: [slot] });
    expect([status, fields(body)]).toEqual([
      422,
      ['manifest.lora_slots.0.model', 'manifest.lora_slots.0.clip'],
    ]);
    expect(body.detail?.map(({ msg }) => msg)).toEqual([
      'A LoRA loader takes MODEL, but 4 gives VAE: send one that gives it, such as ["4",0].',
      'A LoRA loader takes CLIP, but 4 gives MODEL: send one that gives it, such as ["4",1].',
    ]);
    const right = { ...slot, model: ['4', 0], clip: ['4', 1] };
    expect((await bring('right-slot', sdxl(), { lora_slots: [right] })).status).toBe(201);
  });
});
