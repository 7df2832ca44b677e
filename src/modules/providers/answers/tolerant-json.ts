const NO_NUMBER = /-?\b(?:NaN|Infinity)\b/g;

/**
 * Parses JSON as Python writes it: bare `NaN` and `Infinity` become null. Integers beyond 2^53 lose their last digits,
 * as with `JSON.parse`. Throws SyntaxError.
 */
export function parseTolerantJson(text: string): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    if (!/NaN|Infinity/.test(json)) throw error;
    const strict = outsideTexts(json, (part) => part.replace(NO_NUMBER, 'null'));
    return JSON.parse(strict) as unknown;
  }
}

/** Changes what lies between the texts of a JSON document. Looks at each character once, however long a text is. */
function outsideTexts(json: string, change: (part: string) => string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < json.length) {
    const quote = json.indexOf('"', at);
    const begin = quote < 0 ? json.length : quote;
    const end = endOfText(json, begin);
    parts.push(change(json.slice(at, begin)), json.slice(begin, end));
    at = end;
  }
  return parts.join('');
}

/** Behind the quote that ends the text which begins at `begin`; a text that never ends goes to the end. */
function endOfText(json: string, begin: number): number {
  for (let at = begin + 1; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') return at + 1;
    if (character === '\\') at += 1;
  }
  return json.length;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object, not a list and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; an empty one for anything else. */
export function objectOr(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value as a list; an empty one for anything else. */
export function listOr(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** The value as a text; an empty one for anything else. */
export function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value as a number that can be counted with, or undefined. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
