const FLOAT = Symbol('float');

/**
 * A float whose value is whole. ComfyUI is written in Python, where `7` and `7.0` differ: in answers, in error texts
 * and in cache keys. JavaScript numbers can't tell them apart, so whole floats travel in this box; every other
 * float is a plain `number`, and a plain whole `number` is an int.
 */
export interface PythonFloat {
  readonly [FLOAT]: number;
}

/** A JSON value as Python's `json` module sees it: ordered objects, ints of any size, floats apart from ints. */
export type WireValue =
  null | boolean | string | number | bigint | PythonFloat | WireValue[] | WireObject;

/** An object that keeps the order of its keys, also of keys that look like numbers (node ids do). */
export type WireObject = Map<string, WireValue>;

/** Boxes a whole float. */
export function float(value: number): number | PythonFloat {
  return Number.isInteger(value) ? { [FLOAT]: value } : value;
}

/** The number in the box, or `undefined` for everything that isn't a box. */
export function wholeFloat(value: unknown): number | undefined {
  return typeof value === 'object' && value !== null && FLOAT in value
    ? (value as PythonFloat)[FLOAT]
    : undefined;
}

/** The plain number behind an int, a big int or a float; `undefined` for everything else. */
export function numberOf(value: WireValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return wholeFloat(value);
}

/** True for what Python calls a float, whole or not. */
export function isFloat(value: WireValue | undefined): boolean {
  return wholeFloat(value) !== undefined || (typeof value === 'number' && !Number.isInteger(value));
}
