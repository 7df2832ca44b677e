/** The four 16-bit parts of a 64-bit perceptual hash. Pictures that look the same differ in few bits. */
export type PerceptualHash = readonly [number, number, number, number];

/** Edge of the square that a picture is scaled to for {@link perceptualHash}, in pixels. */
export const HASH_INPUT_EDGE = 32;

const BITS = 64;
/** A picture whose strongest frequency is weaker is of one colour; its bits would be rounding errors. */
const MIN_AMPLITUDE = 4;

/**
 * pHash: the signs of the 64 lowest frequencies (DCT-II) of the luminance against their median. Scaling, recompression
 * and brightness hardly change them.
 * @param luminance 32 × 32 values of 0 to 255, rows from the top
 * @returns `null` for a picture of a single colour, which looks like nothing in particular
 */
export function perceptualHash(luminance: Uint8Array): PerceptualHash | null {
  const amplitudes = LOWEST_FREQUENCIES.map(([x, y]) => amplitude(luminance, x, y));
  if (Math.max(...amplitudes.map(Math.abs)) < MIN_AMPLITUDE) return null;
  const sorted = amplitudes.toSorted((a, b) => a - b);
  const median = ((sorted[BITS / 2 - 1] ?? 0) + (sorted[BITS / 2] ?? 0)) / 2;
  const part = (from: number): number =>
    amplitudes
      .slice(from, from + 16)
      .reduce((bits, value) => bits * 2 + (value > median ? 1 : 0), 0);
  return [part(0), part(16), part(32), part(48)];
}

/**
 * Bits in which the hashes of near duplicates differ at most. Copies in other sizes and qualities differ in up to 6, other
 * pictures in 14 and more.
 */
export const MAX_LIKENESS_DISTANCE = 6;

/** Number of bits in which two hashes differ, 0 to 64. */
export function hashDistance(one: PerceptualHash, other: PerceptualHash): number {
  return one.reduce((sum, bits, at) => sum + countBits(bits ^ (other[at] ?? 0)), 0);
}

/** Pairs of horizontal and vertical frequency, by their sum; without 0, 0, which is the brightness. */
const LOWEST_FREQUENCIES: readonly (readonly [x: number, y: number])[] = Array.from(
  { length: HASH_INPUT_EDGE },
  (_, sum) => Array.from({ length: sum + 1 }, (__, y) => [sum - y, y] as const),
)
  .flat()
  .slice(1, BITS + 1);

/** `COSINES[frequency][position]` */
const COSINES: readonly (readonly number[])[] = Array.from({ length: 16 }, (_, frequency) =>
  Array.from({ length: HASH_INPUT_EDGE }, (__, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * HASH_INPUT_EDGE)),
  ),
);

/** How strong one frequency is, in the unit of the luminance. */
function amplitude(luminance: Uint8Array, x: number, y: number): number {
  const [columns = [], rows = []] = [COSINES[x], COSINES[y]];
  let sum = 0;
  for (let row = 0; row < HASH_INPUT_EDGE; row += 1)
    for (let column = 0; column < HASH_INPUT_EDGE; column += 1)
      sum +=
        (luminance[row * HASH_INPUT_EDGE + column] ?? 0) *
        (columns[column] ?? 0) *
        (rows[row] ?? 0);
  return sum / HASH_INPUT_EDGE;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest > 0; rest &= rest - 1) count += 1;
  return count;
}
