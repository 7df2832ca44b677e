import {
  builtinCatalogue,
  builtinIds,
  param,
  recordedObjectInfo,
  stockedObjectInfo,
  workflowAround,
} from '../../../../test/support/workflow-fixtures';
import type { ComfyNode } from '../../providers/public/comfy-types';
import { lintWorkflow, toLine } from '../../../../test/support/workflow-linter';
import type { Workflow } from '../public/workflow';
import { workflowFileProblems } from '../catalogue/schema-problems';
import { fieldOf } from '../json/json-path';

type Changes = Partial<Workflow>;

const info = recordedObjectInfo();

const node = (class_type: string, inputs: ComfyNode['inputs']): ComfyNode => ({
  class_type,
  inputs,
  _meta: { title: class_type },
});

/** A small sound workflow with everything in it that a fault can be planted into. */
const GRAPH = {
  ckpt: node('CheckpointLoaderSimple', { ckpt_name: 'a.safetensors' }),
  pos: node('CLIPTextEncode', { text: '', clip: ['ckpt', 1] }),
  image: node('LoadImage', { image: 'example.png' }),
  scale: node('ImageScaleToTotalPixels', {
    image: ['image', 0],
    upscale_method: 'lanczos',
    megapixels: 1,
    resolution_steps: 8,
  }),
  ref_latent: node('VAEEncode', { pixels: ['scale', 0], vae: ['ckpt', 2] }),
  ref: node('ReferenceLatent', { conditioning: ['pos', 0], latent: ['ref_latent', 0] }),
  latent: node('EmptyLatentImage', { width: 512, height: 512, batch_size: 1 }),
  sampler: node('KSampler', {
    seed: 0,
    steps: 20,
    cfg: 8,
    sampler_name: 'euler',
    scheduler: 'normal',
    denoise: 1,
    model: ['ckpt', 0],
    positive: ['ref', 0],
    negative: ['pos', 0],
    latent_image: ['latent', 0],
  }),
  decode: node('VAEDecode', { samples: ['sampler', 0], vae: ['ckpt', 2] }),
  save: node('SaveImage', { filename_prefix: 'x', images: ['decode', 0] }),
} satisfies Workflow['graph'];

const SOUND = workflowAround(GRAPH, {
  models: [{ folder: 'checkpoints', file: 'a.safetensors' }],
  lora_slots: [{ loader: 'LoraLoader', model: ['ckpt', 0], clip: ['ckpt', 1] }],
  params: {
    prompt: param('text', { required: true, binds: [{ node: 'pos', input: 'text' }] }),
    steps: param('integer', {
      default: 20,
      minimum: 1,
      maximum: 100,
      binds: [{ node: 'sampler', input: 'steps' }],
    }),
    width: param('integer', {
      default: 512,
      grid: { step: 8, offset: 0 },
      binds: [{ node: 'latent', input: 'width' }],
    }),
    sampler: param('choice', { binds: [{ node: 'sampler', input: 'sampler_name' }] }),
    checkpoint: param('model', {
      folder: 'checkpoints',
      binds: [{ node: 'ckpt', input: 'ckpt_name' }],
    }),
    image: param('image', {
      binds: [{ node: 'image', input: 'image' }],
      branch: ['scale', 'ref_latent'],
    }),
  },
});

const { params } = SOUND;

/** SOUND with one node's inputs changed; `undefined` takes an input away. */
function inputs(id: keyof typeof GRAPH, changes: Record<string, unknown>): Changes {
  const changed = { ...GRAPH[id].inputs, ...changes };
  const kept = Object.entries(changed).filter(([, value]) => value !== undefined);
  return { graph: { ...GRAPH, [id]: { ...GRAPH[id], inputs: Object.fromEntries(kept) } } };
}

const changedParam = (name: string, changes: object): Changes => ({
  params: { ...params, [name]: { ...params[name]!, ...changes } },
});

const bound = (name: string, id: string, input: string): Changes =>
  changedParam(name, { binds: [{ node: id, input }] });

const PLANTED: readonly [fault: string, changes: Changes, found: string][] = [
  // classes and inputs
  [
    'an unknown class',
    { graph: { ...GRAPH, x: node('NoSuchNode', {}) } },
    'test: node x (NoSuchNode) no such node class',
  ],
  [
    'an unknown input',
    inputs('sampler', { extra: 1 }),
    'test: node sampler (KSampler) no such input: extra',
  ],
  [
    'an input named like an object member',
    inputs('sampler', { constructor: 1 }),
    'test: node sampler (KSampler) no such input: constructor',
  ],
  [
    'a missing required input',
    inputs('sampler', { cfg: undefined }),
    'test: node sampler (KSampler) required input cfg is missing',
  ],
  // links
  [
    'a link to a missing node',
    inputs('decode', { samples: ['gone', 0] }),
    "test: node decode (VAEDecode) input samples is linked to gone, which isn't in the graph",
  ],
  [
    'a link to a missing output',
    inputs('decode', { samples: ['sampler', 3] }),
    'test: node decode (VAEDecode) input samples is linked to sampler, which has no output 3',
  ],
  [
    'a link of the wrong type',
    inputs('decode', { samples: ['ckpt', 2] }),
    'test: node decode (VAEDecode) input samples takes LATENT, but ckpt gives VAE',
  ],
  [
    'a text where a link belongs',
    inputs('decode', { samples: 'sampler' }),
    'test: node decode (VAEDecode) input samples takes a link to LATENT',
  ],
  [
    'a cycle',
    inputs('latent', { width: ['save', 0] }),
    'test: node latent (EmptyLatentImage) is part of a cycle',
  ],
  // literals
  [
    'a literal of the wrong type',
    inputs('sampler', { steps: 'many' }),
    'test: node sampler (KSampler) input steps must be INT',
  ],
  [
    'a literal beyond the bounds',
    inputs('sampler', { denoise: 1.5 }),
    'test: node sampler (KSampler) input denoise must lie within 0..1',
  ],
  [
    "a literal that isn't a choice",
    inputs('scale', { upscale_method: 'magic' }),
    'test: node scale (ImageScaleToTotalPixels) input upscale_method must be one of nearest-exact, bilinear, area, bicubic, lanczos',
  ],
  // binds
  [
    'a param bound to no node',
    bound('steps', 'gone', 'steps'),
    'test: node gone param steps binds gone.steps but there is no such node',
  ],
  [
    'a param bound to no input',
    bound('steps', 'sampler', 'stepps'),
    'test: node sampler (KSampler) param steps binds sampler.stepps but the node has no such input',
  ],
  [
    'a param bound to a link',
    bound('steps', 'sampler', 'model'),
    'test: node sampler (KSampler) param steps binds sampler.model but that is a link',
  ],
  [
    'two params at one input',
    bound('steps', 'latent', 'width'),
    'test: node latent (EmptyLatentImage) param width binds latent.width as steps does',
  ],
  [
    'a param of the wrong type',
    changedParam('steps', { type: 'text', default: 'x' }),
    'test: node sampler (KSampler) param steps is text, but bound to INT (steps)',
  ],
  [
    'a file param at an input that takes none',
    bound('image', 'scale', 'upscale_method'),
    'test: node scale (ImageScaleToTotalPixels) param image is a file, but bound to no upload (upscale_method)',
  ],
  // bounds, choices, defaults
  [
    'a minimum below the node’s',
    changedParam('steps', { minimum: 0 }),
    'test: node sampler (KSampler) param steps promises values beyond 1..10000 (steps)',
  ],
  [
    'a default out of bounds',
    changedParam('steps', { default: 101 }),
    'test: the default of param steps is wrong: Send a number of at most 100.',
  ],
  [
    'a default off the grid',
    changedParam('width', { default: 500 }),
    'test: the default of param width is wrong: Send a multiple of 8: 496 or 504.',
  ],
  [
    "a default that isn't a choice",
    changedParam('sampler', { choices: ['euler'], default: 'heun' }),
    'test: the default of param sampler is wrong: Send one of: euler.',
  ],
  [
    'a choice that the node lacks',
    changedParam('sampler', { choices: ['euler', 'magic'] }),
    "test: node sampler (KSampler) param sampler offers magic, which isn't a choice (sampler_name)",
  ],
  [
    'an example value that is wrong',
    { example: { prompt: 'x', steps: 0 } },
    "test: the example's steps is wrong: Send a number of at least 1.",
  ],
  [
    'an example of no param',
    { example: { prompt: 'x', negative: 'y' } },
    "test: the example's negative is not a param",
  ],
  // models
  ['a model that the manifest forgets', { models: [] }, "isn't named under models"],
  [
    'a model that nothing loads',
    { models: [...SOUND.models, { folder: 'vae', file: 'b.safetensors' }] },
    'test: no loader names the model vae/b.safetensors',
  ],
  [
    'a param that says the wrong folder',
    changedParam('checkpoint', { folder: 'vae' }),
    'test: node ckpt (CheckpointLoaderSimple) param checkpoint says folder vae, but its loader reads checkpoints (ckpt_name)',
  ],
  // LoRA slots
  [
    'a slot at a missing node',
    { lora_slots: [{ loader: 'LoraLoaderModelOnly', model: ['gone', 0] }] },
    'test: node gone a LoRA slot names a missing node',
  ],
  [
    'a slot at the wrong output',
    { lora_slots: [{ loader: 'LoraLoaderModelOnly', model: ['ckpt', 2] }] },
    "test: node ckpt (CheckpointLoaderSimple) a LoRA slot's model output isn't MODEL",
  ],
  [
    'a slot that feeds nothing',
    { lora_slots: [{ loader: 'LoraLoaderModelOnly', model: ['image', 1] }] },
    'test: node image (LoadImage) a LoRA slot stands where nothing is fed',
  ],
  [
    'a slot without its clip',
    { lora_slots: [{ loader: 'LoraLoader', model: ['ckpt', 0] }] },
    'test: node ckpt (CheckpointLoaderSimple) a LoRA slot of LoraLoader must name a clip output',
  ],
  [
    'a slot whose clip is none',
    { lora_slots: [{ loader: 'LoraLoader', model: ['ckpt', 0], clip: ['ckpt', 2] }] },
    "test: node ckpt (CheckpointLoaderSimple) a LoRA slot's clip output isn't CLIP",
  ],
  [
    'two slots at one output',
    {
      lora_slots: [
        { loader: 'LoraLoaderModelOnly', model: ['ckpt', 0], target: 'high' },
        { loader: 'LoraLoaderModelOnly', model: ['ckpt', 0], target: 'low' },
      ],
    },
    'test: node ckpt (CheckpointLoaderSimple) two LoRA slots stand at one output',
  ],
  // variants and the whole
  [
    'an optional file whose branch is too short',
    changedParam('image', { branch: [] }),
    'test: node scale (ImageScaleToTotalPixels) required input image is missing',
  ],
  [
    'a branch that names no node',
    changedParam('image', { branch: ['scale', 'ref_latent', 'gone'] }),
    'test: node gone the branch of param image names a missing node',
  ],
  [
    'no output node',
    { graph: Object.fromEntries(Object.entries(GRAPH).filter(([id]) => id !== 'save')) },
    'test: has no output node',
  ],
  ['a mode of the other kind', { modes: ['t2v'] }, "test: mode t2v doesn't belong to kind image"],
  ['no mode', { modes: [] }, 'test: names no mode'],
  [
    'no prompt',
    { params: { steps: params['steps']! }, example: {} },
    'test: has no param prompt of type text',
  ],
];

describe('lintWorkflow', () => {
  it('has no findings for a valid workflow', () => {
    expect(lintWorkflow(SOUND, info).map(toLine)).toEqual([]);
  });

  it.each(PLANTED)('finds %s', (_, changes, found) => {
    const lines = lintWorkflow({ ...SOUND, ...changes }, info).map(toLine);
    expect(lines).toContainEqual(expect.stringContaining(found));
  });

  it('has no findings for the built-in workflows', async () => {
    const workflows = (await builtinCatalogue()).list();
    expect(workflows.map(({ id }) => id)).toEqual(builtinIds());
    const stocked = stockedObjectInfo(workflows);
    const lines = workflows.flatMap((workflow) => lintWorkflow(workflow, stocked)).map(toLine);
    expect(lines).toEqual([]);
  });
});

describe('workflowFileProblems', () => {
  it('reports every wrong field', () => {
    const problems = workflowFileProblems({
      format: 2,
      id: 'Big Id',
      name: '',
      extra: true,
      description: 'x',
      kind: 'image',
      modes: ['t2x'],
      vram_gb: null,
      notes: 'none',
      models: [{ folder: 'vae' }],
      lora_slots: [{ loader: 'LoraLoader', model: ['ckpt'] }],
      example: {},
      params: { ['Bad-Name']: {}, steps: { type: 'int', description: 'x', binds: [] } },
      graph: { 'a:1': {}, a: { class_type: 'A', inputs: {} } },
    });
    const lines = problems.map(({ path, reason }) => `${fieldOf(path)}: ${reason}`);
    expect(lines).toEqual([
      expect.stringMatching(/^extra: leave this field out: it is not known here\. Known: /),
      'format: must be one of 1',
      'id: must be lower-case letters, digits, - and _, a letter or digit first, at most 64',
      'name: must be a text',
      'modes[0]: must be one of t2i, i2i, edit, upscale, t2v, i2v, v2v',
      'notes: must be a list',
      'models[0].file: missing; must be the name of a file, or its path below the folder, such as SDXL/base.safetensors',
      'lora_slots[0].model: must be a list of 2',
      'params.Bad-Name: the name must be lower-case letters, digits and _, a letter first',
      'params.steps.type: must be one of string, text, integer, number, boolean, choice, image, mask, audio, video, model, lora',
      'graph.a:1: the name must be letters, digits, - and _',
      'graph.a._meta: must be an object',
    ]);
  });
});
