import {
  addFile,
  builtinCatalogue,
  recordedObjectInfo,
  stockedObjectInfo,
} from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import { assess, isRunnable, spellModels } from './availability';
import { withDefaults } from './node-defaults';

const UNET = 'z_image_turbo_bf16.safetensors';

async function zImage(): Promise<ComfyGraph> {
  return (await builtinCatalogue()).get('z-image-turbo-t2i')!.graph;
}

describe('assess', () => {
  it('finds nothing missing on a node that has everything', async () => {
    const workflows = (await builtinCatalogue()).list();
    const info = stockedObjectInfo(workflows);
    for (const { graph } of workflows) expect(isRunnable(assess(graph, info))).toBe(true);
  });

  it('names missing classes, once and sorted', async () => {
    const graph: ComfyGraph = {
      ...(await zImage()),
      x: { class_type: 'constructor', inputs: {} },
      y: { class_type: 'constructor', inputs: {} },
    };
    const info = Object.fromEntries(
      Object.entries(stockedObjectInfo((await builtinCatalogue()).list())).filter(
        ([name]) => name !== 'ModelSamplingAuraFlow',
      ),
    );
    expect(assess(graph, info)).toEqual({
      missing_classes: ['ModelSamplingAuraFlow', 'constructor'],
      nearest_classes: [
        {
          class: 'ModelSamplingAuraFlow',
          nearest: expect.arrayContaining(['ModelSamplingFlux']) as unknown,
        },
      ],
      missing_models: [],
      unsupported_values: [],
    });
  });

  it('names missing models with what looks alike', async () => {
    const info = recordedObjectInfo();
    addFile(info, ['UNETLoader', 'unet_name'], 'ZImage\\z_image_turbo_fp8.safetensors');
    const assessment = assess(await zImage(), info);
    expect(isRunnable(assessment)).toBe(false);
    expect(assessment.missing_models).toEqual([
      { folder: 'text_encoders', file: 'qwen_3_4b.safetensors', nearest: [] },
      {
        folder: 'diffusion_models',
        file: UNET,
        nearest: ['ZImage\\z_image_turbo_fp8.safetensors'],
      },
      { folder: 'vae', file: 'ae.safetensors', nearest: [] },
    ]);
  });

  it('names settings that an older node does not know, but not files that were uploaded to it', async () => {
    const catalogue = await builtinCatalogue();
    const info = stockedObjectInfo(catalogue.list());
    const older = {
      ...info,
      CLIPLoader: {
        ...info['CLIPLoader']!,
        input: {
          required: { clip_name: [['qwen_3_4b.safetensors']], type: [['stable_diffusion']] },
        },
      },
    } as typeof info;
    expect(assess(await zImage(), older).unsupported_values).toEqual([
      { node: 'clip', class: 'CLIPLoader', input: 'type', value: 'lumina2' },
    ]);
    const { graph } = catalogue.get('sdxl-i2i')!;
    const staged = {
      ...graph,
      image: { class_type: 'LoadImage', inputs: { image: 'kinora/x/y.png' } },
    };
    expect(isRunnable(assess(staged, info))).toBe(true);
  });
});

describe('assess, of a graph that a node would refuse', () => {
  const info = recordedObjectInfo();
  const image = (inputs: object): ComfyGraph[string] => ({
    class_type: 'EmptyImage',
    inputs: { width: 64, height: 64, batch_size: 1, color: 0, ...inputs },
  });
  const save: ComfyGraph[string] = {
    class_type: 'SaveImage',
    inputs: { images: ['image', 0], filename_prefix: 'x' },
  };
  const values = (graph: ComfyGraph): unknown => assess(graph, info).unsupported_values;

  it('accepts choices that the editor in the browser made', () => {
    const graph: ComfyGraph = {
      '1': {
        class_type: 'CustomCombo',
        inputs: { choice: 'blue', option1: 'red', option2: 'blue' },
      },
      '2': { class_type: 'SaveText', inputs: { text: ['1', 0] } },
    };
    expect(values(graph)).toEqual([]);
  });

  it('names required inputs without a value', () => {
    const place = { node: 'save', class: 'SaveImage' };
    const bare = { ...save, inputs: { filename_prefix: 'x' } };
    expect(values({ image: image({}), save: bare })).toEqual([
      { ...place, input: 'images', reason: 'lacks a value for images' },
    ]);
  });

  it('accepts an input without a value where the node has a default, and withDefaults fills it in', () => {
    const older: ComfyGraph = {
      vision: {
        class_type: 'CLIPVisionEncode',
        inputs: { clip_vision: ['loader', 0], image: ['image', 0] },
      },
      lora: { class_type: 'LoraLoaderModelOnly', inputs: { model: ['loader', 0] } },
    };
    expect(values(older)).toEqual([
      {
        node: 'lora',
        class: 'LoraLoaderModelOnly',
        input: 'lora_name',
        reason: 'lacks a value for lora_name',
      },
    ]);
    const filled = withDefaults(older, info);
    expect(filled['vision']?.inputs['crop']).toBe('center');
    expect(filled['lora']?.inputs).toEqual({ model: ['loader', 0], strength_model: 1 });
    expect(withDefaults(filled, info)).toBe(filled);
  });

  it('names what looks like a misspelt class and a misspelt choice', () => {
    const sampler = { class_type: 'KSamplr', inputs: {} };
    expect(assess({ sampler }, info)).toMatchObject({
      missing_classes: ['KSamplr'],
      nearest_classes: [
        { class: 'KSamplr', nearest: expect.arrayContaining(['KSampler']) as unknown },
      ],
    });
    const select = { class_type: 'KSamplerSelect', inputs: { sampler_name: 'eulr' } };
    const [found] = assess({ select }, info).unsupported_values;
    expect(found).toMatchObject({ input: 'sampler_name', value: 'eulr' });
    expect(found?.nearest?.[0]).toBe('euler');
  });

  it('suggests no files of the node’s folders, which may belong to somebody else', () => {
    const classes = recordedObjectInfo();
    addFile(classes, ['LoadLatent', 'latent'], 'alices_secret.latent');
    const load = { class_type: 'LoadLatent', inputs: { latent: 'secret.latent' } };
    const saved = {
      class_type: 'SaveLatent',
      inputs: { samples: ['load', 0], filename_prefix: 'x' },
    };
    expect(assess({ load, saved }, classes).unsupported_values).toEqual([
      { node: 'load', class: 'LoadLatent', input: 'latent', value: 'secret.latent' },
    ]);
  });

  it('suggests corrections for the first twenty misspelt choices only', () => {
    const select = { class_type: 'KSamplerSelect', inputs: { sampler_name: 'eulr' } };
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`s${at}`, select]));
    const found = assess(many, info).unsupported_values;
    expect(found.filter(({ nearest }) => nearest !== undefined)).toHaveLength(20);
    expect(found).toHaveLength(30);
  });

  it('names numbers beyond the bounds that the node declares, also bounds beyond safe integers', () => {
    const place = { node: 'image', class: 'EmptyImage' };
    expect(values({ image: image({ width: 0 }), save })).toEqual([
      { ...place, input: 'width', value: 0 },
    ]);
    const sampler = { class_type: 'RandomNoise', inputs: { noise_seed: 1e19 } };
    expect(values({ sampler })).toEqual([]);
  });

  it.each<[unknown, boolean]>([
    ['wide', false],
    ['5.0', false],
    ['', false],
    [null, false],
    [{}, false],
    [{ __value__: [64] }, false],
    ['64', true],
    [' 6_4 ', true],
    [64.5, true],
    [true, true],
  ])('reads %j as a whole number: %s', (width, fits) => {
    const refused = [{ node: 'image', class: 'EmptyImage', input: 'width', value: width }];
    expect(values({ image: image({ width }), save })).toEqual(fits ? [] : refused);
  });

  it.each<[unknown, boolean]>([
    ['strong', false],
    ['0.5.1', false],
    ['1.', true],
    ['.5', true],
    ['-1e-3', true],
    [1, true],
  ])('reads %j as a number: %s', (factor, fits) => {
    const scale: ComfyGraph[string] = {
      class_type: 'ImageScaleBy',
      inputs: { image: ['image', 0], upscale_method: 'bicubic', scale_by: factor },
    };
    const saved = { ...save, inputs: { ...save.inputs, images: ['scale', 0] } };
    const refused = { node: 'scale', class: 'ImageScaleBy', input: 'scale_by', value: factor };
    expect(values({ image: image({}), scale, save: saved })).toEqual(fits ? [] : [refused]);
  });

  it.each([
    [['image', 3], 'input images is linked to image, which has no output 3'],
    [['vae', 0], 'input images takes IMAGE, but vae gives VAE'],
  ] as const)('refuses the link %j for a picture: %s', (link, reason) => {
    const vae = { class_type: 'VAELoader', inputs: { vae_name: 'pixel_space' } };
    const linked = { ...save, inputs: { ...save.inputs, images: link } };
    const refused = { node: 'save', class: 'SaveImage', input: 'images', value: link, reason };
    expect(assess({ image: image({}), vae, save: linked }, info).unsupported_values).toEqual([
      refused,
    ]);
  });

  it('checks only nodes that a result depends on, as the node does', () => {
    const stray = { class_type: 'VAELoader', inputs: { vae_name: 'none.safetensors' } };
    const graph = { image: image({}), save, stray, idle: image({ width: 0 }) };
    expect(isRunnable(assess(graph, info))).toBe(true);
    expect(assess({ stray }, info).missing_models).toHaveLength(1);
    const odd = { class_type: 'Odd', inputs: { vae: ['stray', 0] as const } };
    expect(assess({ ...graph, odd }, info)).toMatchObject({
      missing_classes: ['Odd'],
      missing_models: [{ file: 'none.safetensors' }],
    });
  });
});

describe('spellModels', () => {
  it("writes the node's own spelling into the graph, and only that", async () => {
    const graph = await zImage();
    const info = recordedObjectInfo();
    addFile(info, ['UNETLoader', 'unet_name'], `Z\\${UNET.toUpperCase()}`);
    addFile(info, ['VAELoader', 'vae_name'], 'ae.safetensors');
    const before = structuredClone(graph);
    const spelled = spellModels(graph, info);
    expect(graph).toEqual(before);
    expect(spelled['unet']?.inputs['unet_name']).toBe(`Z\\${UNET.toUpperCase()}`);
    expect({ ...spelled, unet: null }).toEqual({ ...graph, unet: null });
    expect(spellModels(spelled, info)).toBe(spelled);
  });
});
