/** A workflow's text that is no JSON, or JSON out of all bounds; the message says what is wrong. */
export class UnreadableJson extends Error {}

/** Deeper than any workflow lies; bottomless nesting would overflow whoever walks it. */
const DEEPEST = 200;

/**
 * Parses a workflow's text. As Python writes it: bare `NaN` and `Infinity` become null. Exact: an integer that a
 * JavaScript number can't hold (seeds go to 2^64 − 1) becomes its digits as a text, which ComfyUI reads as the very same
 * number; others stay numbers. @throws UnreadableJson
 */
export function parseWorkflowJson(text: string): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const parts: string[] = [];
  const depth = { now: 0, most: 0 };
  for (let at = 0; at < json.length;) {
    const quote = json.indexOf('"', at);
    const begin = quote < 0 ? json.length : quote;
    const end = endOfText(json, begin);
    const between = json.slice(at, begin);
    measure(between, depth);
    parts.push(exact(between), json.slice(begin, end));
    at = end;
  }
  if (depth.most > DEEPEST)
    throw new UnreadableJson(`it is nested more than ${String(DEEPEST)} levels deep`);
  return parsed(parts.join(''));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    throw new UnreadableJson(`not JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

function measure(between: string, depth: { now: number; most: number }): void {
  for (const character of between) {
    if (character === '[' || character === '{') depth.now += 1;
    if (character === ']' || character === '}') depth.now -= 1;
    if (depth.now > depth.most) depth.most = depth.now;
  }
}

const NO_NUMBER = /-?\b(?:NaN|Infinity)\b/g;
const LONG_INTEGER = /(?<![\w.+-])-?\d{16,}(?![\w.+])/g;

function exact(between: string): string {
  return between.replace(NO_NUMBER, 'null').replace(LONG_INTEGER, (digits) =>
    // The test is whether it is written the same way again: 2^63 is a number, but written 9223372036854776000.
    String(Number(digits)) === digits ? digits : `"${digits}"`,
  );
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
