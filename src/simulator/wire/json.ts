/** A JSON value of the wire; whole numbers beyond what a `number` holds exactly are `bigint`. */
export type WireValue = null | boolean | string | number | bigint | WireValue[] | WireObject;

/** An object that keeps the order of its keys, also of keys that look like numbers (node ids do). */
export type WireObject = Map<string, WireValue>;

/** A wire value, or plain objects for answers of our own; keys with `undefined` are left out. */
export type Writable = WireValue | undefined | readonly Writable[] | WritableObject;

export interface WritableObject {
  readonly [key: string]: Writable;
}

/** A text, with the colon behind it if it is a key, or a number. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const LONG_INTEGER = /^-?[1-9]\d{15,}$/;

/**
 * Reads JSON with ordered keys and with all digits of large whole numbers (seeds have up to 20). `JSON.parse` does the
 * reading; before that, keys get a letter in front, so that it doesn't sort them, and large numbers become objects.
 * Throws `SyntaxError`.
 */
export function readJson(text: string): WireValue {
  // Malformed text is refused first: behind an unclosed quote the pattern would take quadratic time.
  JSON.parse(text);
  const marked = text.replace(TOKEN, (token, quoted?: string, colon?: string) => {
    if (colon !== undefined && quoted !== undefined) return `"k${quoted.slice(1)}${colon}`;
    return LONG_INTEGER.test(token) ? `{"integer":"${token}"}` : token;
  });
  return wireValue(JSON.parse(marked));
}

function wireValue(value: unknown): WireValue {
  if (Array.isArray(value)) return value.map(wireValue);
  if (typeof value !== 'object' || value === null) return value as WireValue;
  const { integer } = value as { readonly integer?: string };
  if (integer !== undefined) return exactInteger(integer);
  return new Map(Object.entries(value).map(([key, item]) => [key.slice(1), wireValue(item)]));
}

function exactInteger(digits: string): number | bigint {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}

/** Writes JSON in ASCII, which fits into the text chunks of a PNG. */
export function writeJson(value: Writable): string {
  return serialise(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function serialise(value: Writable): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (isArray(value)) return `[${value.map(serialise).join(', ')}]`;
  const entries: readonly (readonly [string, Writable])[] =
    value instanceof Map ? [...value] : Object.entries(value);
  const members = entries
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${JSON.stringify(key)}: ${serialise(item)}`);
  return `{${members.join(', ')}}`;
}

function isArray(value: object): value is readonly Writable[] {
  return Array.isArray(value);
}

/** The value when it is an object, else an empty one. */
export function asObject(value: WireValue | undefined): WireObject {
  return value instanceof Map ? value : new Map<string, WireValue>();
}

/** The plain number behind a whole number of any size; `undefined` for everything else. */
export function numberOf(value: WireValue | undefined): number | undefined {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' ? value : undefined;
}
