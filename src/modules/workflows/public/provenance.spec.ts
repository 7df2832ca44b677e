import {
  builtinCatalogue,
  param,
  workflowAround,
} from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import { buildGraph } from './graph-builder';
import { readOwnLoras, readProvenance, readSettings } from './provenance';

const LORAS = [
  { name: 'b.safetensors', strength: 1 },
  { name: 'sub/a.safetensors', strength: 0.5 },
];

describe('readProvenance', () => {
  it('lists models by loader id and LoRAs in the order in which they are applied', async () => {
    const flux = (await builtinCatalogue()).get('flux1-dev-t2i')!;
    const graph = buildGraph(flux, {
      values: { unet: 'flux/fp8.safetensors' },
      loras: LORAS,
      outputPrefix: 'kinora/1',
    });
    expect(readProvenance(graph)).toEqual({
      models: [
        'clip_l.safetensors',
        't5xxl_fp16.safetensors',
        'flux/fp8.safetensors',
        'ae.safetensors',
      ],
      loras: ['b.safetensors', 'sub/a.safetensors'],
    });
    const reversed = Object.fromEntries(Object.entries(graph).reverse());
    expect(readProvenance(reversed)).toEqual(readProvenance(graph));
  });

  it('separates the own LoRAs of a graph from those that were added after them', async () => {
    const flux = (await builtinCatalogue()).get('flux1-dev-t2i')!;
    const [slot] = flux.lora_slots;
    const built = buildGraph(flux, { values: {}, loras: LORAS, outputPrefix: 'kinora/1' });
    expect(readOwnLoras(built, flux)).toEqual([]);
    const withOwn = {
      ...flux,
      graph: {
        ...flux.graph,
        own: {
          class_type: 'LoraLoader',
          inputs: {
            lora_name: 'own.safetensors',
            strength_model: 0.8,
            strength_clip: 0.5,
            model: slot!.model,
            clip: slot!.clip!,
          },
        },
      },
      lora_slots: [{ ...slot!, model: ['own', 0] as const, clip: ['own', 1] as const }],
    };
    const sampler = Object.entries(flux.graph).find(([, { inputs }]) => 'model' in inputs)![0];
    const used = withOwn.graph[sampler as keyof typeof withOwn.graph];
    const graph = {
      ...withOwn.graph,
      [sampler]: { ...used, inputs: { ...used.inputs, model: ['own', 0] } },
    };
    const rebuilt = buildGraph(
      { ...withOwn, graph },
      { values: {}, loras: LORAS, outputPrefix: 'kinora/1' },
    );
    expect(readOwnLoras(rebuilt, { ...withOwn, graph })).toEqual([
      { name: 'own.safetensors', strength: 0.8, strength_clip: 0.5 },
    ]);
    expect(readProvenance(rebuilt).loras).toEqual([
      'own.safetensors',
      ...LORAS.map(({ name }) => name),
    ]);
  });

  it('leaves out a loader that feeds nothing, and tells a file once', () => {
    const graph: ComfyGraph = {
      '2': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
      '10': { class_type: 'LTXVAudioVAELoader', inputs: { ckpt_name: 'a.safetensors' } },
      '11': { class_type: 'VAELoader', inputs: { vae_name: 'unused.safetensors' } },
      '12': { class_type: 'PackLoader', inputs: { unet_name: 'z.gguf', vae_name: 'taesd' } },
      '20': { class_type: 'X', inputs: { a: ['10', 0], b: ['2', 0], c: ['12', 0] } },
    };
    expect(readProvenance(graph)).toEqual({ models: ['a.safetensors', 'z.gguf'], loras: [] });
  });

  it('ends on a graph that loops', () => {
    const graph: ComfyGraph = {
      a: { class_type: 'LoraLoader', inputs: { lora_name: 'a.safetensors', model: ['b', 0] } },
      b: { class_type: 'LoraLoader', inputs: { lora_name: 'b.safetensors', model: ['a', 0] } },
    };
    expect(new Set(readProvenance(graph).loras)).toEqual(
      new Set(['a.safetensors', 'b.safetensors']),
    );
  });
});

describe('readSettings', () => {
  it('reads every bound value back, and no staged file', async () => {
    const workflow = (await builtinCatalogue()).get('sdxl-i2i')!;
    const values = { prompt: 'a cat', seed: 7, image: 'kinora/secret/1.png', denoise: 0.4 };
    const graph = buildGraph(workflow, { values, loras: LORAS, outputPrefix: 'kinora/1' });
    expect(readSettings(workflow, graph)).toEqual({
      prompt: 'a cat',
      denoise: 0.4,
      negative: 'text, watermark',
      seed: 7,
      steps: 25,
      cfg: 7,
      megapixels: 1,
      sampler: 'dpmpp_2m',
      scheduler: 'karras',
      checkpoint: 'sd_xl_base_1.0.safetensors',
    });
  });

  it('leaves out what is linked, gone, or bound to nothing', () => {
    const workflow = workflowAround(
      { a: { class_type: 'A', inputs: { linked: ['b', 0], list: { __value__: [1, 2] } } } },
      {
        params: {
          linked: param('integer', { binds: [{ node: 'a', input: 'linked' }] }),
          list: param('string', { binds: [{ node: 'a', input: 'list' }] }),
          gone: param('integer', { binds: [{ node: 'z', input: 'x' }] }),
          recorded: param('string'),
        },
      },
    );
    expect(readSettings(workflow, workflow.graph)).toEqual({ list: [1, 2] });
  });
});
