import { PythonError } from '../wire/python-error';
import { plainPicture, type Picture, type Size } from '../drawing/picture';
import { pictures, type LatentFrame } from './value';
import type { NodeCall, NodeResult, NodeRun, NodeRuns } from './node-run';

/** An empty latent; sizes are cut to what the model family can hold. */
function empty(multiple: number): NodeRun {
  return ({ inputs }: NodeCall): NodeResult => {
    const cut = (side: number): number => Math.max(1, Math.floor(side / multiple)) * multiple;
    const frames = Array.from({ length: inputs.number('batch_size', 1) }, (): LatentFrame => ({}));
    const [width, height] = [cut(inputs.number('width')), cut(inputs.number('height'))];
    return { outputs: [{ kind: 'latent', width, height, frames }] };
  };
}

/** Pictures into a latent; their sizes are cut to multiples of eight. */
function encode({ inputs }: NodeCall): NodeResult {
  const { frames } = inputs.pictures('pixels');
  inputs.loaded('vae');
  const [first] = frames;
  if (first === undefined) throw new PythonError('IndexError', 'index 0 is out of bounds');
  const cut = (side: number): number => Math.max(1, Math.floor(side / 8)) * 8;
  const [width, height] = [cut(first.size.width), cut(first.size.height)];
  return {
    outputs: [{ kind: 'latent', width, height, frames: frames.map((picture) => ({ picture })) }],
  };
}

/** A latent into pictures. One that was never sampled decodes to plain grey. */
function decode({ inputs }: NodeCall): NodeResult {
  inputs.loaded('vae');
  const { frames, width, height } = inputs.latent('samples');
  const size = { width, height };
  return { outputs: [pictures(frames.map((frame) => decoded(frame, size)))] };
}

function decoded({ picture }: LatentFrame, size: Size): Picture {
  if (picture === undefined) return plainPicture(size, [127, 127, 127]);
  const { width, height } = picture.size;
  if (width === size.width && height === size.height) return picture;
  return picture.through(size, (image) => image.resize(size.width, size.height, { fit: 'cover' }));
}

export const LATENT_RUNS: NodeRuns = {
  EmptyLatentImage: empty(8),
  EmptySD3LatentImage: empty(8),
  EmptyFlux2LatentImage: empty(16),
  EmptyChromaRadianceLatentImage: empty(1),
  EmptyHunyuanImageLatent: empty(32),
  VAEEncode: encode,
  VAEEncodeTiled: encode,
  VAEDecode: decode,
  VAEDecodeTiled: decode,
};
