import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph, ComfyNode, ObjectInfo } from '../../providers/public/comfy-types';
import { parseImport } from '../import/parse-import';
import { resolveImport, type Resolution } from '../import/resolve-import';
import { deriveWorkflow } from './derive-workflow';

/*
 * Graphs within the limits of an import that cost minutes where a question about a node looks at every other node, or at
 * every other link of it. None of these tests is timed: they are there to end.
 */

const info = recordedObjectInfo();

const node = (class_type: string, inputs: Readonly<Record<string, unknown>>): ComfyNode => ({
  class_type,
  inputs,
});

const many = <T>(count: number, make: (at: number) => readonly [string, T]): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => make(at)));

const from = (id: string, slot = 0): unknown => [id, slot];

const before = (name: string, at: number, first: string): unknown =>
  from(at === 0 ? first : `${name}${String(at - 1)}`);

const sampler = (inputs: Readonly<Record<string, unknown>>): ComfyNode =>
  node('KSampler', {
    seed: 1,
    steps: 20,
    cfg: 1,
    denoise: 1,
    sampler_name: 'euler',
    scheduler: 'normal',
    ...inputs,
  });

/** What is sampled at last, decoded and saved. */
const saved = (last: string): ComfyGraph => ({
  m: node('CheckpointLoaderSimple', { ckpt_name: 'a.safetensors' }),
  v: node('VAEDecode', { samples: from(last), vae: from('m', 2) }),
  o: node('SaveImage', { images: from('v'), filename_prefix: 'x' }),
});

const chainOfSamplers = (count: number): ComfyGraph =>
  many(count, (at) => [
    `k${String(at)}`,
    sampler({
      model: from('m'),
      positive: from('p'),
      negative: from('p'),
      seed: at,
      latent_image: before('k', at, 'p'),
    }),
  ]);

const prompt = node('CLIPTextEncode', { text: 'a cat', clip: ['m', 1] });

/** Names, and graphs under their names. */
const GRAPHS: Readonly<Record<string, () => ComfyGraph>> = {
  'a node that is linked to one other by every input': () => ({
    s: node('PrimitiveString', { value: 'x' }),
    w: node(
      'Nope',
      many(40_000, (at) => [`i${String(at)}`, from('s')]),
    ),
    o: node('SaveImage', { images: from('w'), filename_prefix: 'x' }),
  }),
  'a sampler with very many prompts': () => ({
    ...saved('k'),
    p: prompt,
    k: sampler({
      ...many(40_000, (at) => [`positive${String(at)}`, from('p')]),
      model: from('m'),
      positive: from('p'),
      latent_image: from('p'),
    }),
  }),
  'an encoder with a text in each of very many inputs': () => ({
    ...saved('k'),
    e: node('Encoder', {
      ...many(20_000, (at) => [`text_${String(at)}`, `word ${String(at)}`]),
      clip: from('m', 1),
    }),
    k: sampler({ model: from('m'), positive: from('e'), latent_image: from('m') }),
  }),
  'one node behind each text of an encoder': () => ({
    ...saved('k'),
    w: node(
      'Words',
      many(20_000, (at) => [`text_${String(at)}`, `word ${String(at)}`]),
    ),
    ...many(1_000, (at) => [`f${String(at)}`, node('Text', { text: from('w') })]),
    e: node('Encoder', {
      ...many(20_000, (at) => [`text_${String(at)}`, from(`f${String(at % 1_000)}`)]),
      clip: from('m', 1),
    }),
    k: sampler({ model: from('m'), positive: from('e'), latent_image: from('m') }),
  }),
  'a node that is met again for each of its outputs': () => ({
    ...saved('k'),
    p: prompt,
    w: node(
      'Wide',
      many(20_000, (at) => [`positive_${String(at)}`, from('p', at)]),
    ),
    k: sampler({
      ...many(20_000, (at) => [`positive_${String(at)}`, from('w', at)]),
      model: from('m'),
    }),
  }),
  'a guider of very many samplers': () => ({
    ...saved('k1899'),
    p: prompt,
    g: node('GuiderOfAPack', {
      ...many(20_000, (at) => [`positive_${String(at)}`, from('p')]),
      cfg: 1,
      model: from('m'),
    }),
    ...many(1_900, (at) => [
      `k${String(at)}`,
      node('SamplerCustomAdvanced', {
        guider: from('g'),
        noise: from('m'),
        sampler: from('m'),
        sigmas: from('m'),
        latent_image: before('k', at, 'p'),
      }),
    ]),
  }),
  'a switch behind very many values': () => ({
    x: node(
      'Values',
      many(20_000, (at) => [`v${String(at)}`, at]),
    ),
    w: node('AnySwitch', {
      ...many(20_000, (at) => [`input_${String(at)}`, from('x')]),
      select: 3,
    }),
    ...many(1_900, (at) => [
      `f${String(at)}`,
      node('Thing', { fps: from('w'), image: before('f', at, 'x') }),
    ]),
    o: node('SaveVideo', { video: from('f1899'), fps: from('w') }),
  }),
  'very many files into one picture': () => ({
    ...many(1_900, (at) => [`l${String(at)}`, node('LoadImage', { image: `${String(at)}.png` })]),
    ...many(1_900, (at) => [
      `c${String(at)}`,
      node('ImageBlend', { image1: from(`l${String(at)}`), image2: before('c', at, 'l0') }),
    ]),
    o: node('SaveImage', { images: from('c1899'), filename_prefix: 'x' }),
  }),
  'very many encoders behind a chain of CLIPs': () => ({
    ...saved('k'),
    x: node('CLIPLoader', { clip_name: 'b.safetensors', type: 'sd' }),
    ...many(1_900, (at) => [
      `c${String(at)}`,
      node('CLIPSetLastLayer', { clip: before('c', at, 'x'), stop_at_clip_layer: -1 }),
    ]),
    ...many(1_900, (at) => [
      `e${String(at)}`,
      node('Encoder', { clip: from('c1899'), text: `w${String(at)}`, cond: before('e', at, 'x') }),
    ]),
    k: sampler({ model: from('m'), positive: from('e1899') }),
  }),
};

describe('hostile graphs', () => {
  it.each(Object.keys(GRAPHS))('%s', (name) => {
    const graph = GRAPHS[name]?.() ?? {};
    expect(deriveWorkflow(graph, info).params).toHaveProperty('prompt');
    expect(deriveWorkflow(graph, null).params).toHaveProperty('prompt');
  });

  it('gives params to the first sampling passes of very many, with a warning', () => {
    const { params, warnings } = deriveWorkflow(
      { ...saved('k1899'), p: prompt, ...chainOfSamplers(1_900) },
      info,
    );
    expect(Object.keys(params).filter((name) => name.startsWith('seed'))).toHaveLength(32);
    expect(warnings).toContain(
      'Samples in 1900 passes: the first 32 have params, node_<id>.<input> sets the others.',
    );
  });

  const resolved = (graph: ComfyGraph, infos: readonly ObjectInfo[]): Resolution => {
    const read = parseImport('x', graph, null);
    return read.kind === 'graph'
      ? resolveImport(read.candidate, infos)
      : { state: 'broken', faults: [] };
  };

  it('handles class names that are slow to match', () => {
    const riddle = node(`${'LoadImage'.repeat(800)}Path`, { image: 'a.png' });
    const graph = { a: riddle, o: node('SaveImage', { images: from('a') }) };
    expect(resolved(graph, [info])).toEqual({
      state: 'broken',
      faults: [
        {
          part: 'workflow',
          path: [],
          reason: 'the class of a node has a name of more than 200 characters',
        },
      ],
    });
  });

  it('lists the first hundred of very many faults', () => {
    const graph = many(1_900, (at) => [
      `f${String(at)}`,
      node(
        'X',
        many(10, (input) => [`i${String(input)}`, from('none')]),
      ),
    ]);
    const resolution = resolved({ ...graph, o: node('SaveImage', { images: from('f0') }) }, [info]);
    expect(resolution).toMatchObject({ state: 'broken' });
    expect(resolution.state === 'broken' && resolution.faults.length).toBe(100);
  });
});
