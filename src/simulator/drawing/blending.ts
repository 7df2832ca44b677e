import { setImmediate } from 'node:timers/promises';
import type { Pixels } from './picture';

/** Loop steps (pixels or bytes) before other work of the process may run; roughly a millisecond. */
const SLICE_STEPS = 1024 * 1024;

/**
 * Draws an RGBA caption into an RGB picture of the same size. Plain JavaScript, because a clip has a caption in every
 * frame, and sharp needs twenty times as long for pixels that are mostly transparent.
 */
export async function drawCaption(picture: Pixels, caption: Pixels): Promise<void> {
  await inSlices(caption.data.length / 4, (from, to) =>
    blendCaption(picture.data, caption.data, from, to),
  );
}

/** Blends two pictures of one size and number of channels: `share` of the second, 0 to 1. */
export async function blendedPixels(first: Pixels, second: Pixels, share: number): Promise<Pixels> {
  const data = Buffer.allocUnsafe(first.data.length);
  // Fixed-point arithmetic with 8 fractional bits; adding 128 rounds.
  const weight = Math.round(share * 256);
  await inSlices(data.length, (from, to) => {
    for (let at = from; at < to; at++)
      data[at] =
        ((first.data[at] ?? 0) * (256 - weight) + (second.data[at] ?? 0) * weight + 128) >> 8;
  });
  return { ...first, data };
}

/** Blends RGBA pixels of a caption into RGB pixels: those `from` (inclusive) `to` (exclusive). */
function blendCaption(data: Buffer, caption: Buffer, from: number, to: number): void {
  for (let pixel = from; pixel < to; pixel++) {
    const source = pixel * 4;
    const alpha = caption[source + 3] ?? 0;
    if (alpha === 0) continue;
    const rest = 255 - alpha;
    const at = pixel * 3;
    data[at] = dividedBy255((caption[source] ?? 0) * alpha + (data[at] ?? 0) * rest);
    data[at + 1] = dividedBy255((caption[source + 1] ?? 0) * alpha + (data[at + 1] ?? 0) * rest);
    data[at + 2] = dividedBy255((caption[source + 2] ?? 0) * alpha + (data[at + 2] ?? 0) * rest);
  }
}

/** Rounded, in integer arithmetic, for values up to 255 × 255. */
const dividedBy255 = (value: number): number => (value + 128 + ((value + 128) >> 8)) >> 8;

async function inSlices(length: number, blend: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < length; from += SLICE_STEPS) {
    if (from > 0) await setImmediate();
    blend(from, Math.min(length, from + SLICE_STEPS));
  }
}
