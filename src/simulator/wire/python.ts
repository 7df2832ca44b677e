import { numberOf, writeJson, type WireObject, type WireValue } from './json';

/**
 * An exception as the real node would raise it; `type` is the full Python name (`ValueError`,
 * `PIL.UnidentifiedImageError`). Validation and execution put both into their answers.
 */
export class PythonError extends Error {
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}

/** A value as Python's `str()` shows it; lists and objects as JSON. */
export function str(value: WireValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return writeJson(value);
}

/** A value as error texts show it: texts in quotes. */
export function quoted(value: WireValue): string {
  if (Array.isArray(value)) return `[${value.map(quoted).join(', ')}]`;
  return typeof value === 'string' ? `'${value}'` : str(value);
}

/** The value as a whole number, also of a text. Throws `PythonError` for everything else. */
export function toInt(value: WireValue): number | bigint {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Math.trunc(value);
  if (typeof value !== 'string' || !/^\s*[+-]?\d+\s*$/.test(value)) {
    const problem = `invalid literal for int() with base 10: ${quoted(value)}`;
    throw new PythonError('ValueError', problem);
  }
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt(value.trim().replace(/^\+/, ''));
}

/** The value as a number, also of a text. Throws `PythonError` for everything else. */
export function toFloat(value: WireValue): number {
  if (typeof value === 'boolean') return Number(value);
  const isText = typeof value === 'string' && value.trim() !== '';
  const number = isText ? Number(value) : numberOf(value);
  if (number !== undefined && !Number.isNaN(number)) return number;
  throw new PythonError('ValueError', `could not convert string to float: ${quoted(value)}`);
}

/** `bool(value)` in Python: empty, zero and None are false. */
export function truthy(value: WireValue | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value instanceof Map ? value.size > 0 : Boolean(value);
}

/** The value when it is an object. Throws `PythonError` for everything else. */
export function requireObject(value: WireValue | undefined): WireObject {
  if (value instanceof Map) return value;
  throw new PythonError('TypeError', 'the value is not an object');
}
