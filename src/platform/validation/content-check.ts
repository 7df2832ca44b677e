import type { ValidationError } from '../errors/validation-failed';
import { MAX_INTEGER } from './checks';

/** Containers inside containers, the body itself being the first. */
export const MAX_DEPTH = 32;

/** At most this many errors are listed, so that the answer stays small. */
export const MAX_ERRORS = 1000;

/** Characters of a key. Each error repeats the keys of its path, so that long keys would make the answer huge. */
const MAX_KEY_LENGTH = 1000;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const NUL_OR_LONE_SURROGATE = /[\0\p{Surrogate}]/u;

export type Loc = readonly (string | number)[];

export const isForbiddenKey = (key: string): boolean => FORBIDDEN_KEYS.has(key);

/** Text that both databases and every JSON client store unchanged. */
export const isCleanText = (text: string): boolean => !NUL_OR_LONE_SURROGATE.test(text);

/** The result of {@link checkContent}. */
export interface ContentCheck {
  readonly errors: readonly ValidationError[];
  /** The check stopped at a value that is too large or too deep: it must not be processed further. */
  readonly exceedsLimits: boolean;
}

/**
 * Finds what no request may contain at any depth, free-form objects included: unclean text, dangerous keys, numbers
 * that JSON clients round, too long lists and too deep nesting.
 * @param maxListItems maximum items of a list
 * @param maxListItemsByField the same for lists inside of these fields of the body
 */
export function checkContent(
  value: unknown,
  at: Loc,
  maxListItems: number,
  maxListItemsByField: ReadonlyMap<string, number> = new Map(),
): ContentCheck {
  const search: Walk = { maxListItems, maxListItemsByField, errors: [], exceedsLimits: false };
  walk(value, at, 1, search);
  return search;
}

interface Walk {
  readonly maxListItems: number;
  readonly maxListItemsByField: ReadonlyMap<string, number>;
  readonly errors: ValidationError[];
  exceedsLimits: boolean;
}

function walk(value: unknown, at: Loc, depth: number, search: Walk): void {
  if (search.errors.length >= MAX_ERRORS) search.exceedsLimits = true;
  else if (typeof value === 'string') text(value, at, search);
  else if (typeof value === 'number') number(value, at, search);
  else if (typeof value === 'object' && value !== null) container(value, at, depth, search);
}

function text(value: string, at: Loc, { errors }: Walk): void {
  if (!isCleanText(value))
    errors.push(contentError(at, 'Send text without NUL characters and lone surrogates.'));
}

/** Every double beyond 2^53 is a whole number, most likely a rounded one. */
function number(value: number, at: Loc, { errors }: Walk): void {
  if (value > MAX_INTEGER)
    errors.push({
      loc: at,
      msg: `Send a number of at most ${MAX_INTEGER}.`,
      type: 'less_than_equal',
      ctx: { le: MAX_INTEGER },
    });
  else if (value < -MAX_INTEGER)
    errors.push({
      loc: at,
      msg: `Send a number of at least ${-MAX_INTEGER}.`,
      type: 'greater_than_equal',
      ctx: { ge: -MAX_INTEGER },
    });
}

function container(value: object, at: Loc, depth: number, search: Walk): void {
  if (depth > MAX_DEPTH) {
    search.errors.push(contentError(at, `Send at most ${MAX_DEPTH} levels of nesting.`));
    search.exceedsLimits = true;
    return;
  }
  if (Array.isArray(value)) list(value, at, depth, search);
  else members(value, at, depth, search);
}

function list(items: readonly unknown[], at: Loc, depth: number, search: Walk): void {
  const { maxListItems: arrayItems } = search;
  if (items.length > arrayItems) {
    search.errors.push({
      ...contentError(at, `Send at most ${arrayItems} items.`),
      ctx: { max_items: arrayItems },
    });
    search.exceedsLimits = true;
    return;
  }
  items.forEach((item, index) => {
    walk(item, [...at, index], depth + 1, search);
  });
}

function members(value: object, at: Loc, depth: number, search: Walk): void {
  for (const [key, member] of Object.entries(value)) {
    // A key that is too long is not repeated in the error.
    const place = key.length > MAX_KEY_LENGTH ? at : [...at, key];
    const keyError = keyProblem(key);
    if (keyError === null) {
      const own = depth === 1 ? search.maxListItemsByField.get(key) : undefined;
      const inside: Walk = { ...search, maxListItems: own ?? search.maxListItems };
      walk(member, place, depth + 1, inside);
      search.exceedsLimits ||= inside.exceedsLimits;
      continue;
    }
    search.errors.push(contentError(place, keyError));
    // Errors below this key aren't listed, but depth and size still count.
    const below: Walk = { ...search, errors: [] };
    walk(member, place, depth + 1, below);
    search.exceedsLimits ||= below.exceedsLimits;
  }
}

function keyProblem(key: string): string | null {
  if (key.length > MAX_KEY_LENGTH) return `Use keys of at most ${MAX_KEY_LENGTH} characters.`;
  if (isForbiddenKey(key)) return 'Use another name for this key.';
  return isCleanText(key) ? null : 'Use a key without NUL characters and lone surrogates.';
}

const contentError = (loc: Loc, msg: string): ValidationError => ({
  loc,
  msg,
  type: 'value_error',
});
