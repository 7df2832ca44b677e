import { plainPicture, type Picture, type Size } from '../drawing/picture';
import { scaled } from '../drawing/picture-operations';
import { PythonError } from '../wire/python-error';
import type { NodeCall, NodeResult, NodeRun, NodeRuns } from './node-run';
import { pictures, type Latent, type LatentFrame } from './value';

/** An empty latent; sizes are cut to what the model family can hold. */
function empty(multiple: number): NodeRun {
  return ({ inputs }: NodeCall): NodeResult => {
    const frames = Array.from({ length: inputs.number('batch_size', 1) }, (): LatentFrame => ({}));
    const size = { width: inputs.number('width'), height: inputs.number('height') };
    return { outputs: [{ kind: 'latent', ...cut(size, multiple), frames }] };
  };
}

/** A size cut to multiples. */
export function cut({ width, height }: Size, multiple: number): Size {
  const side = (length: number): number => Math.max(1, Math.floor(length / multiple)) * multiple;
  return { width: side(width), height: side(height) };
}

/** Pictures as a latent; sizes are cut to multiples of eight. */
export function encoded(frames: readonly Picture[]): Latent {
  const [first] = frames;
  if (first === undefined) throw new PythonError('IndexError', 'index 0 is out of bounds');
  return { kind: 'latent', ...cut(first.size, 8), frames: frames.map((picture) => ({ picture })) };
}

/** A latent as pictures. What was never sampled decodes to plain grey. */
export function decoded({ frames, width, height }: Latent): readonly Picture[] {
  const size = { width, height };
  return frames.map(({ picture }) =>
    picture === undefined
      ? plainPicture(size, [127, 127, 127])
      : scaled(picture, size, 'lanczos', true),
  );
}

function encode({ inputs }: NodeCall): NodeResult {
  const { frames } = inputs.pictures('pixels');
  inputs.loaded('vae', 'encode');
  return { outputs: [encoded(frames)] };
}

function decode({ inputs }: NodeCall): NodeResult {
  const latent = inputs.latent('samples');
  inputs.loaded('vae', 'decode');
  return { outputs: [pictures(decoded(latent))] };
}

/** A latent that sampling changes only where the mask is white. */
function encodeMasked({ inputs }: NodeCall): NodeResult {
  inputs.loaded('vae', 'encode');
  const [mask] = inputs.pictures('mask').frames;
  return { outputs: [{ ...encoded(inputs.pictures('pixels').frames), ...(mask && { mask }) }] };
}

function setMask({ inputs }: NodeCall): NodeResult {
  const [mask] = inputs.pictures('mask').frames;
  return { outputs: [{ ...inputs.latent('samples'), ...(mask && { mask }) }] };
}

/** Classes between pixels and latents. */
export const LATENT_RUNS: NodeRuns = {
  EmptyLatentImage: empty(8),
  EmptySD3LatentImage: empty(8),
  EmptyFlux2LatentImage: empty(16),
  EmptyChromaRadianceLatentImage: empty(1),
  EmptyHiDreamO1LatentImage: empty(1),
  EmptyHunyuanImageLatent: empty(32),
  VAEEncode: encode,
  VAEEncodeTiled: encode,
  VAEEncodeForInpaint: encodeMasked,
  SetLatentNoiseMask: setMask,
  VAEDecode: decode,
  VAEDecodeTiled: decode,
};
