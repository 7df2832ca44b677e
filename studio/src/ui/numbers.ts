/** Which numbers an input takes. */
export interface NumberRange {
  readonly minimum?: number | null;
  readonly maximum?: number | null;
  /** What the arrow keys add. */
  readonly step?: number | null;
  /** Values that are taken: `offset + n × step`. */
  readonly grid?: { readonly step: number; readonly offset: number } | null;
  readonly isInteger?: boolean;
}

const MAX_DECIMALS = 6;

/** The number without the noise of binary fractions. */
export const tidy = (value: number): number => Number(value.toFixed(MAX_DECIMALS));

/** Reads what was typed; null if it is not a number. A comma counts as a decimal point. */
export function parseNumber(text: string, { isInteger }: NumberRange): number | null {
  const value = Number(text.trim().replace(',', '.'));
  if (text.trim() === '' || !Number.isFinite(value)) return null;
  return isInteger ? Math.round(value) : tidy(value);
}

/** The nearest number that the range takes. */
export function toRange(value: number, range: NumberRange): number {
  const { minimum, maximum, grid, isInteger } = range;
  let fitted = value;
  if (grid) fitted = grid.offset + Math.round((value - grid.offset) / grid.step) * grid.step;
  const low = minimum ?? -Infinity;
  const high = maximum ?? Infinity;
  if (fitted < low) fitted = grid ? upTo(low, grid) : low;
  if (fitted > high) fitted = grid ? downTo(high, grid) : high;
  return tidy(isInteger ? Math.round(fitted) : fitted);
}

type Grid = NonNullable<NumberRange['grid']>;
const upTo = (value: number, { step, offset }: Grid) =>
  offset + Math.ceil((value - offset) / step) * step;
const downTo = (value: number, { step, offset }: Grid) =>
  offset + Math.floor((value - offset) / step) * step;

/** The next number in a direction. */
export const stepped = (value: number, steps: number, range: NumberRange): number =>
  toRange(value + steps * (range.grid?.step ?? range.step ?? 1), range);
