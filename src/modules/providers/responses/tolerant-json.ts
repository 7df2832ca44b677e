import { mapOutsideStrings, withoutNaN } from '../../../platform/json';

/**
 * Parses JSON as Python writes it: bare `NaN` and `Infinity` become null. Integers beyond 2^53 lose their last digits,
 * as with `JSON.parse`. NUL and half surrogate pairs, which no database stores, become U+FFFD. Throws SyntaxError.
 */
export function parseTolerantJson(text: string): unknown {
  const json = withoutUnstorable(text.startsWith('\uFEFF') ? text.slice(1) : text);
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    if (!/NaN|Infinity/.test(json)) throw error;
    return JSON.parse(mapOutsideStrings(json, withoutNaN)) as unknown;
  }
}

const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;
/** Every escape sequence: first those that stay, including pairs of surrogates. */
const ESCAPES =
  /(\\[^u]|\\u(?!0000|d[89a-f])|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2})|\\u(?:0000|d[89a-f][\da-f]{2})/gi;

/** In the text of a document, where such characters can only be written as escape sequences. */
function withoutUnstorable(json: string): string {
  if (!UNSTORABLE.test(json)) return json;
  return json.replace(ESCAPES, (_, storable?: string) => storable ?? '\\ufffd');
}

/** The beginning of a text; never ends with half of a surrogate pair. */
export function beginningOf(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}

/** The value as a text; an empty one for anything else. */
export function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value as a count: whole, from 0 to the largest safe integer; undefined for what isn't a number. */
export function countOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return number === undefined
    ? undefined
    : Math.min(Math.max(0, Math.trunc(number)), Number.MAX_SAFE_INTEGER);
}

/** The value as a number that can be counted with, or undefined. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
