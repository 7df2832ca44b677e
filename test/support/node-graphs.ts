import type {
  ComfyGraph,
  ComfyLink,
  ComfyNode,
} from '../../src/modules/providers/public/comfy-types';
import { newSeed, type NodeUnderTest } from './node-under-test';

/** Graphs of classes that every ComfyUI has, most of them without a model. */

const node = (class_type: string, inputs: ComfyNode['inputs']): ComfyNode => ({
  class_type,
  inputs,
});

export const saver = (prefix: string, images: ComfyLink): ComfyNode =>
  node('SaveImage', { images, filename_prefix: prefix });

export const previewer = (images: ComfyLink): ComfyNode => node('PreviewImage', { images });

/** Plain pictures. */
export function plainPicture(
  color: number,
  { width = 64, height = 64, batch_size = 1 }: Partial<Record<string, number>> = {},
): ComfyNode {
  return node('EmptyImage', { width, height, batch_size, color });
}

/** A plain picture, saved. */
export const savedPicture = (prefix: string, color = 0x3366cc): ComfyGraph => ({
  plain: plainPicture(color),
  save: saver(prefix, ['plain', 0]),
});

export const textOutput = (value: string): ComfyGraph => ({
  words: node('PrimitiveString', { value }),
  show: node('PreviewAny', { source: ['words', 0] }),
});

/** A plain picture that is only sent over the socket. */
export const pictureOverSocket = (color: number): ComfyGraph => ({
  plain: plainPicture(color),
  send: node('SaveImageWebsocket', { images: ['plain', 0] }),
});

/** A file of the node's input folder, saved again. */
export const copiedInput = (prefix: string, image: string): ComfyGraph => ({
  load: node('LoadImage', { image }),
  save: saver(prefix, ['load', 0]),
});

/**
 * Fails in its last node. The chain is long, so that shorter branches of the same graph are done before; the random
 * colour keeps ComfyUI from using its cache.
 */
export const failingLate = (): ComfyGraph => ({
  late: plainPicture(newSeed() % 0xffffff),
  later: node('ImageInvert', { image: ['late', 0] }),
  latest: node('ImageInvert', { image: ['later', 0] }),
  outside: saver('../../../outside/x', ['latest', 0]),
});

export interface SamplingOptions {
  readonly checkpoint: string;
  readonly prefix: string;
  readonly steps: number;
  readonly seed?: number;
  readonly size?: number;
}

/** A picture made by a model. */
export function sampledPicture({
  checkpoint,
  prefix,
  steps,
  ...rest
}: SamplingOptions): ComfyGraph {
  const { seed = newSeed(), size = 64 } = rest;
  const words = (value: string): ComfyNode =>
    node('CLIPTextEncode', { text: value, clip: ['ckpt', 1] });
  return {
    ckpt: node('CheckpointLoaderSimple', { ckpt_name: checkpoint }),
    pos: words('a fox'),
    neg: words(''),
    latent: node('EmptyLatentImage', { width: size, height: size, batch_size: 1 }),
    sampler: node('KSampler', {
      seed,
      steps,
      cfg: 7,
      sampler_name: 'euler',
      scheduler: 'simple',
      denoise: 1,
      model: ['ckpt', 0],
      positive: ['pos', 0],
      negative: ['neg', 0],
      latent_image: ['latent', 0],
    }),
    decode: node('VAEDecode', { samples: ['sampler', 0], vae: ['ckpt', 2] }),
    save: saver(prefix, ['decode', 0]),
  };
}

/** Longer than any test runs. */
const MANY_STEPS = 10_000;
const MANY_BLURS = 300;

/** A job that runs until it is cancelled: sampling, or many blurs on a node without a model. */
export function endless({ checkpoint }: NodeUnderTest, prefix: string): ComfyGraph {
  if (checkpoint !== null) return sampledPicture({ checkpoint, prefix, steps: MANY_STEPS });
  const chain: [string, ComfyNode][] = [
    ['blur0', plainPicture(newSeed() % 0xffffff, { width: 768, height: 768 })],
  ];
  for (let at = 1; at <= MANY_BLURS; at += 1) {
    chain.push([
      `blur${at}`,
      node('ImageBlur', { image: [`blur${at - 1}`, 0], blur_radius: 31, sigma: 10 }),
    ]);
  }
  return { ...Object.fromEntries(chain), save: saver(prefix, [`blur${MANY_BLURS}`, 0]) };
}

/**
 * A clip by two models in turn, each with its own text encoder: the second continues where the first stops. Both may be
 * one checkpoint.
 */
export function twoStageClip({ checkpoint, prefix, steps }: SamplingOptions): ComfyGraph {
  const words = (value: string, clip: string): ComfyNode =>
    node('CLIPTextEncode', { text: value, clip: [clip, 1] });
  const sampler = (model: string, more: ComfyNode['inputs']): ComfyNode =>
    node('KSamplerAdvanced', {
      noise_seed: 1,
      steps,
      cfg: 7,
      sampler_name: 'euler',
      scheduler: 'simple',
      model: [model, 0],
      positive: ['pos', 0],
      negative: ['neg', 0],
      ...more,
    });
  return {
    first: node('CheckpointLoaderSimple', { ckpt_name: checkpoint }),
    second: node('CheckpointLoaderSimple', { ckpt_name: checkpoint }),
    pos: words('a fox', 'first'),
    neg: words('', 'first'),
    latent: node('EmptyLatentImage', { width: 64, height: 64, batch_size: 2 }),
    high: sampler('first', {
      add_noise: 'enable',
      latent_image: ['latent', 0],
      return_with_leftover_noise: 'enable',
      start_at_step: 0,
      end_at_step: steps / 2,
    }),
    low: sampler('second', {
      add_noise: 'disable',
      latent_image: ['high', 0],
      return_with_leftover_noise: 'disable',
      start_at_step: steps / 2,
      end_at_step: 10_000,
    }),
    decode: node('VAEDecode', { samples: ['low', 0], vae: ['first', 2] }),
    save: node('SaveAnimatedWEBP', {
      images: ['decode', 0],
      filename_prefix: prefix,
      fps: 4,
      lossless: true,
      quality: 80,
      method: 'default',
    }),
  };
}
