import { PythonError } from './python-error';
import { floatText } from './json-writer';
import { isFloat, numberOf, wholeFloat, type PythonFloat, type WireValue } from './python-float';

/** `str(value)` in Python. */
export function str(value: WireValue): string {
  return typeof value === 'string' ? value : repr(value);
}

/** `repr(value)` in Python: what error texts show. */
export function repr(value: WireValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  if (value instanceof Map) {
    return `{${[...value].map(([key, item]) => `${quote(key)}: ${repr(item)}`).join(', ')}}`;
  }
  return numeral(value);
}

function numeral(value: number | bigint | PythonFloat): string {
  if (typeof value === 'object') return floatText(wholeFloat(value) ?? 0);
  if (typeof value === 'bigint' || Number.isInteger(value)) return String(value);
  if (Number.isNaN(value)) return 'nan';
  return Number.isFinite(value) ? floatText(value) : value > 0 ? 'inf' : '-inf';
}

const ESCAPED: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
};

function quote(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text
    .replace(/[\\\p{Cc}]/gu, (unit) => ESCAPED[unit] ?? `\\x${hex(unit)}`)
    .replaceAll(mark, `\\${mark}`);
  return `${mark}${body}${mark}`;
}

function hex(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(2, '0');
}

/** Python's name for the type of a JSON value. */
export function typeName(value: WireValue): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'str';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Map) return 'dict';
  return isFloat(value) ? 'float' : 'int';
}

/** `int(value)` in Python, with its errors. */
export function toInt(value: WireValue): number | bigint {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'bigint') return value;
  if (typeof value === 'string') return intOfText(value);
  const number = numberOf(value);
  if (number === undefined) {
    const kinds = 'a string, a bytes-like object or a real number';
    throw new PythonError('TypeError', `int() argument must be ${kinds}, not '${typeName(value)}'`);
  }
  if (Number.isNaN(number)) {
    throw new PythonError('ValueError', 'cannot convert float NaN to integer');
  }
  if (!Number.isFinite(number)) {
    throw new PythonError('OverflowError', 'cannot convert float infinity to integer');
  }
  return sized(BigInt(Math.trunc(number)));
}

function intOfText(text: string): number | bigint {
  const digits = text.trim();
  if (!/^[+-]?\d+(?:_\d+)*$/.test(digits)) {
    throw new PythonError('ValueError', `invalid literal for int() with base 10: ${quote(text)}`);
  }
  const plain = BigInt(digits.replace(/^[+-]|_/g, ''));
  return sized(digits.startsWith('-') ? -plain : plain);
}

function sized(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** `float(value)` in Python, with its errors. */
export function toFloat(value: WireValue): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return floatOfText(value);
  const number = numberOf(value);
  if (number === undefined) {
    const kinds = 'a string or a real number';
    const problem = `float() argument must be ${kinds}, not '${typeName(value)}'`;
    throw new PythonError('TypeError', problem);
  }
  return number;
}

function floatOfText(text: string): number {
  const trimmed = text.trim();
  if (/^[+-]?(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?$/.test(trimmed)) {
    return Number(trimmed.replaceAll('_', ''));
  }
  const word = /^([+-]?)(inf(?:inity)?|nan)$/i.exec(trimmed);
  if (word !== null) {
    if (word[2]?.toLowerCase() === 'nan') return NaN;
    return word[1] === '-' ? -Infinity : Infinity;
  }
  throw new PythonError('ValueError', `could not convert string to float: ${quote(text)}`);
}

/** `bool(value)` in Python: empty, zero and None are false. */
export function truthy(value: WireValue | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Map) return value.size > 0;
  const number = numberOf(value);
  return number === undefined ? Boolean(value) : number !== 0;
}
