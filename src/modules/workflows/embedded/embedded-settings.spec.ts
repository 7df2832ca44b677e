import { readA1111Parameters } from './a1111-parameters';
import { UNRESTRICTED } from '../../../platform/access/caller';
import type { MediaReader } from '../../media/public/media-reader';
import { embeddedSettings } from './embedded-settings';
import { EmbeddedSettingsService } from './embedded-settings.service';

const NO_TEXTS = { prompt: null, workflow: null, parameters: null, damage: null };
const NOTHING = {
  format: 'none',
  prompt: null,
  negative: null,
  seed: null,
  settings: {},
  models: [],
  graph_found: false,
  damage: null,
};

const GRAPH = {
  '3': {
    class_type: 'KSampler',
    inputs: {
      seed: 42,
      steps: 20,
      cfg: 7.5,
      sampler_name: 'euler',
      scheduler: 'normal',
      denoise: 1,
      model: ['4', 0],
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
    },
  },
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'fox.safetensors' } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 768, height: 512, batch_size: 1 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a red fox', clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['4', 1] } },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['4', 2] } },
  '9': { class_type: 'SaveImage', inputs: { images: ['8', 0], filename_prefix: 'x' } },
};

const A1111 = [
  'a red fox, (snow:1.2)',
  'second line <lora:soft:0.8>',
  'Negative prompt: blurry,',
  'ugly',
  'Steps: 20, Sampler: DPM++ 2M Karras, CFG scale: 7.5, Seed: 42, Size: 512x768, Model: foxes_v1, Lora hashes: "soft: 1a2b, hard: 3c4d", Version: v1.9',
].join('\n');

describe('settings inside a foreign file', () => {
  it('are those of the graph that ran on ComfyUI', () => {
    expect(embeddedSettings({ ...NO_TEXTS, prompt: JSON.stringify(GRAPH) })).toEqual({
      format: 'comfyui',
      prompt: 'a red fox',
      negative: 'blurry',
      seed: 42,
      settings: expect.objectContaining({
        steps: 20,
        cfg: 7.5,
        sampler: 'euler',
        scheduler: 'normal',
        width: 768,
        height: 512,
      }),
      models: ['fox.safetensors'],
      graph_found: true,
      damage: null,
    });
  });

  it('are not read from a graph in editor format, but graph_found says that it can be imported', () => {
    const workflow = JSON.stringify({ nodes: [], links: [] });
    expect(embeddedSettings({ ...NO_TEXTS, workflow })).toEqual({
      ...NOTHING,
      format: 'comfyui',
      graph_found: true,
    });
  });

  it('are those of AUTOMATIC1111’s web UI', () => {
    expect(embeddedSettings({ ...NO_TEXTS, parameters: A1111 })).toEqual({
      format: 'a1111',
      prompt: 'a red fox, (snow:1.2)\nsecond line <lora:soft:0.8>',
      negative: 'blurry,\nugly',
      seed: 42,
      settings: {
        Steps: 20,
        Sampler: 'DPM++ 2M Karras',
        'CFG scale': 7.5,
        Size: '512x768',
        'Lora hashes': 'soft: 1a2b, hard: 3c4d',
        Version: 'v1.9',
      },
      models: ['foxes_v1'],
      graph_found: false,
      damage: null,
    });
  });

  it.each([
    ['no texts', {}],
    ['damaged JSON', { prompt: '{"3":' }],
    ['JSON that is not a graph', { prompt: '{"a":1}', workflow: '[]' }],
    ['text without settings', { parameters: 'a fox\nNegative prompt: x' }],
  ])('are empty for a file with %s', (_, texts) => {
    expect(embeddedSettings({ ...NO_TEXTS, ...texts })).toEqual(NOTHING);
  });

  it('leave out a seed beyond safe integers rather than change it', () => {
    const graph = JSON.stringify(GRAPH).replace('"seed":42', '"seed":18446744073709551615');
    expect(embeddedSettings({ ...NO_TEXTS, prompt: graph }).seed).toBeNull();
    const parameters = A1111.replace('Seed: 42', 'Seed: 18446744073709551615');
    expect(embeddedSettings({ ...NO_TEXTS, parameters }).seed).toBeNull();
  });

  const copies = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`n${n}`, GRAPH['5']]));
  it.each([
    ['more nodes', { ...copies, ...GRAPH }],
    ['a longer class', { ...GRAPH, '5': { ...GRAPH['5'], class_type: 'Load'.repeat(5000) } }],
  ])('are not read from a graph with %s than an import accepts', (_, graph) => {
    expect(embeddedSettings({ ...NO_TEXTS, prompt: JSON.stringify(graph) })).toEqual({
      ...NOTHING,
      format: 'comfyui',
      graph_found: true,
    });
  });

  it('are not read from parameters of more than a megabyte', () => {
    const parameters = `${'a fox '.repeat(200_000)}\n${A1111}`;
    expect(embeddedSettings({ ...NO_TEXTS, parameters })).toEqual(NOTHING);
  });

  it('are not read from a graph of more than a megabyte', () => {
    const prompt = JSON.stringify({
      ...GRAPH,
      '9': { ...GRAPH['9'], _meta: { title: 'x'.repeat(1024 * 1024) } },
    });
    expect(embeddedSettings({ ...NO_TEXTS, prompt })).toEqual({
      ...NOTHING,
      format: 'comfyui',
      graph_found: true,
    });
  });
});

it.each(['', 'Steps: 20', 'Steps: x', `Steps: 1, ${'a: "'.repeat(50_000)}`])(
  'incomplete or hostile parameters are read without an exception and without hanging (%#)',
  (text) => {
    expect(() => readA1111Parameters(text)).not.toThrow();
  },
);

it('one caller’s files are read one after another', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const media = {
    withBytes: (_: unknown, path: string) => {
      begun.push(path);
      return new Promise((resolve) => ends.push(() => resolve(NO_TEXTS)));
    },
  } as unknown as MediaReader;
  const service = new EmbeddedSettingsService(media);
  const both = ['a.png', 'b.png'].map((path) => service.read(UNRESTRICTED, path));
  await new Promise(setImmediate);
  expect(begun).toEqual(['a.png']);
  ends[0]?.();
  await both[0];
  await new Promise(setImmediate);
  expect(begun).toEqual(['a.png', 'b.png']);
  ends[1]?.();
  expect(await Promise.all(both)).toEqual([NOTHING, NOTHING]);
});
