import { wholeFloat, type WireValue } from './python-float';

/** What can be written: wire values, and plain objects for answers that we make up ourselves. */
export type Writable = WireValue | undefined | readonly Writable[] | WritableObject;

/** An answer that we make up ourselves; keys with `undefined` are left out. */
export interface WritableObject {
  readonly [key: string]: Writable;
}

/**
 * Writes JSON byte for byte as Python's `json.dumps` does (`", "`, `": "`, ASCII only, `7.0`, `NaN`), so that lengths
 * and texts equal the real node's. Keys with `undefined` are left out.
 */
export function writeJson(value: Writable): string {
  const parts: string[] = [];
  write(value, parts);
  return parts.join('');
}

function write(value: Writable, parts: string[]): void {
  if (Array.isArray(value)) writeArray(value, parts);
  else if (value instanceof Map) writeEntries(value.entries(), parts);
  else if (typeof value === 'object' && value !== null) {
    const boxed = wholeFloat(value);
    if (boxed === undefined) writeEntries(Object.entries(value), parts);
    else parts.push(floatText(boxed));
  } else parts.push(scalarText(value));
}

type Scalar = null | undefined | boolean | string | number | bigint;

function scalarText(value: Scalar): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : floatText(value);
  return String(value ?? null);
}

function writeArray(array: readonly Writable[], parts: string[]): void {
  parts.push('[');
  array.forEach((item, index) => {
    if (index > 0) parts.push(', ');
    write(item, parts);
  });
  parts.push(']');
}

function writeEntries(entries: Iterable<readonly [string, Writable]>, parts: string[]): void {
  parts.push('{');
  let first = true;
  for (const [key, item] of entries) {
    if (item === undefined) continue;
    if (!first) parts.push(', ');
    first = false;
    parts.push(quoted(key), ': ');
    write(item, parts);
  }
  parts.push('}');
}

/** A float as Python prints it: `7.0`, `1e-07`, `1e+16`. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return infinite(value);
  const size = Math.abs(value);
  if (size >= 1e16 || (size < 1e-4 && size !== 0)) return scientific(value);
  const text = Object.is(value, -0) ? '-0' : String(value);
  return text.includes('.') ? text : `${text}.0`;
}

function infinite(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? 'Infinity' : '-Infinity';
}

function scientific(value: number): string {
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

function quoted(text: string): string {
  const json = JSON.stringify(text);
  if (!BEYOND_ASCII.test(json)) return json;
  return json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
