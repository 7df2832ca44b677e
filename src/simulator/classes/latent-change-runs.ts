import { plainPicture, type Picture, type Size } from '../drawing/picture';
import { cropped, laidOver, mirrored, scaled, turned } from '../drawing/picture-operations';
import { bytesOf, requireMemory } from './memory';
import type { NodeCall, NodeResult, NodeRuns } from './node-run';
import type { Latent, LatentFrame } from './value';

/** Sides of a latent in pixels are multiples of eight. */
const CELL = 8;

/** The latent in another size, its pictures changed along. */
function resized(latent: Latent, size: Size, change: (picture: Picture) => Picture): NodeResult {
  const frames = latent.frames.map(({ picture }): LatentFrame =>
    picture === undefined ? {} : { picture: change(fitted(picture, latent)) },
  );
  return { outputs: [{ ...latent, ...size, frames }] };
}

function fitted(picture: Picture, { width, height }: Latent): Picture {
  return scaled(picture, { width, height }, 'lanczos', true);
}

function cells(length: number): number {
  return Math.max(CELL, Math.round(length / CELL) * CELL);
}

/** Whole cells of a wished length, at least eight of them. */
function wished(length: number): number {
  return Math.floor(Math.max(64, length) / CELL) * CELL;
}

function upscale({ inputs }: NodeCall): NodeResult {
  const latent = inputs.latent('samples');
  const [width, height] = [inputs.number('width'), inputs.number('height')];
  if (width === 0 && height === 0) return { outputs: [latent] };
  // A side of 0 follows the other one.
  const size = {
    width: wished(width === 0 ? Math.round((latent.width * height) / latent.height) : width),
    height: wished(height === 0 ? Math.round((latent.height * width) / latent.width) : height),
  };
  const crop = inputs.text('crop') === 'center';
  return resized(latent, size, (picture) => scaled(picture, size, 'bicubic', crop));
}

function upscaleBy({ inputs }: NodeCall): NodeResult {
  const latent = inputs.latent('samples');
  const factor = inputs.number('scale_by');
  const size = { width: cells(latent.width * factor), height: cells(latent.height * factor) };
  return resized(latent, size, (picture) => scaled(picture, size, 'bicubic'));
}

function flip({ inputs }: NodeCall): NodeResult {
  const latent = inputs.latent('samples');
  const axis = inputs.text('flip_method').startsWith('x') ? 'x' : 'y';
  return resized(latent, latent, (picture) => mirrored(picture, axis));
}

function rotate({ inputs }: NodeCall): NodeResult {
  const latent = inputs.latent('samples');
  const quarters = Math.round(parseInt(inputs.text('rotation'), 10) / 90) || 0;
  const size = quarters % 2 === 0 ? latent : { width: latent.height, height: latent.width };
  return resized(latent, { width: size.width, height: size.height }, (picture) =>
    turned(picture, quarters),
  );
}

/** A part, which starts so that it is at least eight cells large. */
function crop({ inputs }: NodeCall): NodeResult {
  const latent = inputs.latent('samples');
  const start = (name: 'x' | 'y', length: number): number =>
    Math.max(0, Math.min(Math.floor(inputs.number(name) / CELL) * CELL, length - 8 * CELL));
  const box = { x: start('x', latent.width), y: start('y', latent.height) };
  const size = {
    width: Math.min(inputs.number('width'), latent.width - box.x),
    height: Math.min(inputs.number('height'), latent.height - box.y),
  };
  return resized(latent, size, (picture) => cropped(picture, { ...box, ...size }));
}

function composite({ inputs }: NodeCall): NodeResult {
  const below = inputs.latent(inputs.has('samples_to') ? 'samples_to' : 'destination');
  const above = inputs.latent(inputs.has('samples_from') ? 'samples_from' : 'source');
  const place = { x: inputs.number('x', 0), y: inputs.number('y', 0) };
  const mask = inputs.has('mask') ? inputs.pictures('mask').frames[0] : undefined;
  const over = above.frames[0]?.picture;
  if (over === undefined) return { outputs: [below] };
  const frames = below.frames.map(({ picture }): LatentFrame => {
    const base =
      picture === undefined ? plainPicture(below, [127, 127, 127]) : fitted(picture, below);
    return { picture: laidOver(base, fitted(over, above), { ...place, mask }) };
  });
  return { outputs: [{ ...below, frames }] };
}

function fromBatch({ inputs }: NodeCall): NodeResult {
  const latent = inputs.latent('samples');
  const start = Math.min(inputs.number('batch_index'), latent.frames.length - 1);
  const frames = latent.frames.slice(start, start + inputs.number('length'));
  return { outputs: [{ ...latent, frames }] };
}

function repeat({ inputs }: NodeCall): NodeResult {
  const latent = inputs.latent('samples');
  const amount = inputs.number('amount');
  requireMemory(bytesOf(latent) * amount);
  const frames = Array.from({ length: amount }, () => latent.frames).flat();
  return { outputs: [{ ...latent, frames }] };
}

/** Several latents one after another, in the size of the first. */
function batch({ inputs }: NodeCall): NodeResult {
  const [first, ...rest] = inputs.all('latent');
  if (first === undefined) return { outputs: [] };
  const frames = [first, ...rest].flatMap((latent) => latent.frames);
  return { outputs: [{ ...first, frames }] };
}

/** Classes that change latents. */
export const LATENT_CHANGE_RUNS: NodeRuns = {
  LatentUpscale: upscale,
  LatentUpscaleBy: upscaleBy,
  LatentFlip: flip,
  LatentRotate: rotate,
  LatentCrop: crop,
  LatentComposite: composite,
  LatentCompositeMasked: composite,
  LatentFromBatch: fromBatch,
  RepeatLatentBatch: repeat,
  LatentBatch: batch,
  BatchLatentsNode: batch,
};
