import { mapOutsideStrings, withoutNaN } from '../../../platform/json';

/** The text is not JSON or exceeds a limit; the message says which. */
export class UnreadableJson extends Error {}

/** Far deeper than real workflows; recursive code would overflow the stack on deeper ones. */
const MAX_DEPTH = 200;
const MAX_LENGTH = 64 * 1024 * 1024;

/**
 * Parses a workflow's text, also as Python writes it: bare `NaN` and `Infinity` become null. An integer that a JavaScript
 * number can't hold (seeds go to 2^64 − 1) becomes a text of its digits, which ComfyUI reads as the same number.
 * @throws UnreadableJson
 */
export function parseWorkflowJson(text: string): unknown {
  if (text.length > MAX_LENGTH) throw new UnreadableJson('it is longer than 64 MiB');
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const depth = { now: 0, most: 0 };
  const strict = mapOutsideStrings(json, (outside) => {
    updateDepth(outside, depth);
    return preserveNumbers(outside);
  });
  if (depth.most > MAX_DEPTH)
    throw new UnreadableJson(`it is nested more than ${String(MAX_DEPTH)} levels deep`);
  return parse(strict);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    throw new UnreadableJson(`not JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

function updateDepth(outside: string, depth: { now: number; most: number }): void {
  for (const character of outside) {
    if (character === '[' || character === '{') depth.now += 1;
    if (character === ']' || character === '}') depth.now -= 1;
    if (depth.now > depth.most) depth.most = depth.now;
  }
}

/** Number of digits of 2^53: JavaScript holds shorter integers exactly. */
const MIN_ROUNDED_DIGITS = 16;

/** JSON outside of string literals, with `NaN` replaced by null and integers that would be rounded by texts. */
function preserveNumbers(outside: string): string {
  const strict = withoutNaN(outside);
  const parts: string[] = [];
  let done = 0;
  // Not a regular expression: it would put each of a million digits on the stack.
  for (let at = 0; at < strict.length; at += 1) {
    if (!isNumeralCharacter(strict, at)) continue;
    const begin = at;
    while (isNumeralCharacter(strict, at)) at += 1;
    const numeral = strict.slice(begin, at);
    if (numeral.length < MIN_ROUNDED_DIGITS || !isRounded(numeral)) continue;
    parts.push(strict.slice(done, begin), `"${numeral}"`);
    done = at;
  }
  return done === 0 ? strict : parts.join('') + strict.slice(done);
}

/** Does a character belong to a number? */
function isNumeralCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 48 && code <= 57) || '+-.eE'.includes(text.charAt(at) || ' ');
}

/** Would JavaScript change the integer's digits? It prints 2^63 as 9223372036854776000. */
function isRounded(numeral: string): boolean {
  const digits = numeral.startsWith('-') ? numeral.slice(1) : numeral;
  for (let at = 0; at < digits.length; at += 1) {
    const code = digits.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return String(Number(numeral)) !== numeral;
}
