import { mapOutsideStrings, withoutNaN } from '../../../platform/json';

/** A workflow's text that is no JSON, or exceeds a limit; the message says what is wrong. */
export class UnreadableJson extends Error {}

/** No workflow is nested deeper; walks over deeper ones would overflow the stack. */
const MAX_DEPTH = 200;
const MAX_LENGTH = 64 * 1024 * 1024;

/**
 * Parses a workflow's text. As Python writes it: bare `NaN` and `Infinity` become null. Exact: an integer that a
 * JavaScript number can't hold (seeds go to 2^64 − 1) becomes its digits as a text, which ComfyUI reads as the very same
 * number; others stay numbers. @throws UnreadableJson
 */
export function parseWorkflowJson(text: string): unknown {
  if (text.length > MAX_LENGTH) throw new UnreadableJson('it is longer than 64 MiB');
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const depth = { now: 0, most: 0 };
  const strict = mapOutsideStrings(json, (between) => {
    measure(between, depth);
    return exact(between);
  });
  if (depth.most > MAX_DEPTH)
    throw new UnreadableJson(`it is nested more than ${String(MAX_DEPTH)} levels deep`);
  return parsed(strict);
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

/** Digits of 2^53: shorter integers are exact. */
const MIN_ROUNDED_DIGITS = 16;

/** JSON between string literals, with `NaN` as null and integers that would be rounded as texts. */
function exact(between: string): string {
  const strict = withoutNaN(between);
  const parts: string[] = [];
  let done = 0;
  // Not a regular expression: it would put each of a million digits on the stack.
  for (let at = 0; at < strict.length; at += 1) {
    if (!isNumeral(strict, at)) continue;
    const begin = at;
    while (isNumeral(strict, at)) at += 1;
    const numeral = strict.slice(begin, at);
    if (numeral.length < MIN_ROUNDED_DIGITS || !isRounded(numeral)) continue;
    parts.push(strict.slice(done, begin), `"${numeral}"`);
    done = at;
  }
  return done === 0 ? strict : parts.join('') + strict.slice(done);
}

/** Does a character belong to a number? */
function isNumeral(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 48 && code <= 57) || '+-.eE'.includes(text.charAt(at) || ' ');
}

/** Would an integer be written another way? 2^63 is a number, but written 9223372036854776000. */
function isRounded(numeral: string): boolean {
  const digits = numeral.startsWith('-') ? numeral.slice(1) : numeral;
  for (let at = 0; at < digits.length; at += 1) {
    const code = digits.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return String(Number(numeral)) !== numeral;
}
