import type { Size } from '../drawing/picture';
import { PythonError } from '../wire/python';
import type { NodeResult } from './node-run';
import type { Value } from './value';

/**
 * Maximum pixels of one picture: 8192 × 8192. Blending two of that size takes about a gigabyte; without a limit a
 * small graph could ask for more than any machine has.
 */
export const MAX_PIXELS = 8192 * 8192;

/** Maximum bytes of one value when it is drawn: all frames of a clip, or all samples of a sound. */
export const MAX_VALUE_BYTES = 2 * 1024 ** 3;

/** Maximum bytes of pictures that are encoded together, and so are in memory at the same time. */
export const MAX_ENCODER_BYTES = 512 * 1024 ** 2;

const PIXEL_BYTES = 3;
/** Minimum bytes to count for a picture, a generous estimate. */
const PICTURE_BYTES = 4096;
/** Bytes of a second of sound: 48,000 samples of two channels, as floats. */
const SECOND_BYTES = 48_000 * 2 * 4;

/** Checks that the outputs of a node fit into the simulator's memory. Throws an out-of-memory error like a real node. */
export function withinMemory(result: NodeResult): NodeResult {
  for (const value of result.outputs) requireMemory(bytesOf(value));
  return result;
}

/** Throws an out-of-memory error like a real node when a value has too many bytes. */
export function requireMemory(bytes: number, maxBytes = MAX_VALUE_BYTES): void {
  // Not `bytes > maxBytes`: NaN must be refused, too.
  if (!(bytes <= maxBytes))
    throw outOfMemory(`${bytes} bytes, and the simulator holds ${maxBytes}`);
}

/** Bytes of a value when it is drawn. Throws for a picture that is too large by itself. */
export function bytesOf(value: Value): number {
  if (value.kind === 'pictures') return bytesOfAll(value.frames.map(({ size }) => size));
  if (value.kind === 'latent')
    return bytesOfPicture(value) * value.frames.length + soundBytes(value);
  if (value.kind === 'sound') return value.seconds * SECOND_BYTES;
  if (value.kind !== 'video') return 0;
  return (
    bytesOfAll(value.frames.map(({ size }) => size)) + (value.sound ? bytesOf(value.sound) : 0)
  );
}

/** Bytes of one picture. Throws when it has more than {@link MAX_PIXELS}. */
export function bytesOfPicture({ width, height }: Size): number {
  const pixels = width * height;
  if (!(pixels <= MAX_PIXELS)) {
    throw outOfMemory(`${width} × ${height} pixels, and the simulator draws ${MAX_PIXELS}`);
  }
  return Math.max(PICTURE_BYTES, pixels * PIXEL_BYTES);
}

const bytesOfAll = (sizes: readonly Size[]): number =>
  sizes.reduce((sum, size) => sum + bytesOfPicture(size), 0);

const soundBytes = ({ soundSeconds = 0 }: { readonly soundSeconds?: number }): number =>
  soundSeconds * SECOND_BYTES;

/** The error of a real node without enough graphics memory. `what` it needs. */
export const outOfMemory = (what: string): PythonError =>
  new PythonError(
    'torch.OutOfMemoryError',
    `Allocation on device 0 would exceed allowed memory. (out of memory): this needs ${what}`,
  );
