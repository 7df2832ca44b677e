import { plainPicture, type Picture, type Size } from '../drawing/picture';
import { scaled } from '../drawing/picture-operations';
import { PythonError } from '../wire/python';
import type { Latent } from './value';

/** Pixels per cell of a latent. */
export const CELL = 8;

/** A size cut to multiples. */
export function cut({ width, height }: Size, multiple: number): Size {
  const side = (length: number): number => Math.max(1, Math.floor(length / multiple)) * multiple;
  return { width: side(width), height: side(height) };
}

/** Pictures as a latent; sizes are cut to whole cells. */
export function encoded(frames: readonly Picture[]): Latent {
  const [first] = frames;
  if (first === undefined) throw new PythonError('IndexError', 'index 0 is out of bounds');
  const size = cut(first.size, CELL);
  return { kind: 'latent', ...size, frames: frames.map((picture) => ({ picture })) };
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
