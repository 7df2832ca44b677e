import type { ValidationError } from '../errors/validation-failed';
import { MAX_INTEGER } from './checks';

/** Containers inside containers, the body itself being the first. */
export const MAX_DEPTH = 32;

/** At most this many errors are listed, so that the answer stays small. */
export const MAX_ERRORS = 1000;

/** Fields of one object: more than any record has room for. Objects of more take long to read. */
const MAX_FIELDS = 10_000;

/** Characters of a key. */
const MAX_KEY_LENGTH = 1000;

/** Characters of the paths of all listed errors: each repeats the keys of its path, and long keys would make the answer huge. */
const MAX_PATH_LENGTH = 64 * 1024;

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
 * that JSON clients round, too long lists, too large objects and too deep nesting.
 * @param maxListItems maximum items of a list
 * @param maxListItemsByField the same for lists inside of these fields of the body
 */
export function checkContent(
  value: unknown,
  at: Loc,
  maxListItems: number,
  maxListItemsByField: ReadonlyMap<string, number> = new Map(),
): ContentCheck {
  const walk = new ContentWalk(at, maxListItemsByField);
  walk.check(value, 1, maxListItems);
  return walk;
}

/** Keeps its place in one list that grows and shrinks: a copy for each value took a second for a large body. */
class ContentWalk implements ContentCheck {
  readonly errors: ValidationError[] = [];
  exceedsLimits = false;
  private readonly place: (string | number)[];
  private pathLength = 0;
  /** Errors below a refused key aren't listed, but depth and size still count. */
  private refusedKeys = 0;

  constructor(
    at: Loc,
    private readonly maxListItemsByField: ReadonlyMap<string, number>,
  ) {
    this.place = [...at];
  }

  check(value: unknown, depth: number, maxListItems: number): void {
    if (this.errors.length >= MAX_ERRORS || this.pathLength >= MAX_PATH_LENGTH)
      this.exceedsLimits = true;
    else if (typeof value === 'string') this.checkText(value);
    else if (typeof value === 'number') this.checkNumber(value);
    else if (typeof value === 'object' && value !== null)
      this.checkContainer(value, depth, maxListItems);
  }

  private checkText(value: string): void {
    if (!isCleanText(value)) this.refuse('Send text without NUL characters and lone surrogates.');
  }

  /** Every double beyond 2^53 is a whole number, most likely a rounded one. */
  private checkNumber(value: number): void {
    if (value > MAX_INTEGER)
      this.add({
        msg: `Send a number of at most ${MAX_INTEGER}.`,
        type: 'less_than_equal',
        ctx: { le: MAX_INTEGER },
      });
    else if (value < -MAX_INTEGER)
      this.add({
        msg: `Send a number of at least ${-MAX_INTEGER}.`,
        type: 'greater_than_equal',
        ctx: { ge: -MAX_INTEGER },
      });
  }

  private checkContainer(value: object, depth: number, maxListItems: number): void {
    if (depth > MAX_DEPTH) this.exceed(`Send at most ${MAX_DEPTH} levels of nesting.`);
    else if (Array.isArray(value)) this.checkList(value, depth, maxListItems);
    else this.checkObject(value as Record<string, unknown>, depth, maxListItems);
  }

  private checkList(items: readonly unknown[], depth: number, maxListItems: number): void {
    if (items.length > maxListItems) {
      this.exceed(`Send at most ${maxListItems} items.`, { max_items: maxListItems });
      return;
    }
    for (const [index, item] of items.entries()) {
      this.place.push(index);
      this.check(item, depth + 1, maxListItems);
      this.place.pop();
    }
  }

  private checkObject(
    value: Readonly<Record<string, unknown>>,
    depth: number,
    maxListItems: number,
  ): void {
    const keys = Object.keys(value);
    const maxFields = Math.max(MAX_FIELDS, maxListItems);
    if (keys.length > maxFields) {
      this.exceed(`Send at most ${maxFields} fields.`);
      return;
    }
    for (const key of keys) {
      const own = depth === 1 ? this.maxListItemsByField.get(key) : undefined;
      this.checkMember(key, value[key], depth, own ?? maxListItems);
    }
  }

  private checkMember(key: string, member: unknown, depth: number, maxListItems: number): void {
    const problem = keyProblem(key);
    // A key that is too long is not repeated in the error.
    const isNamed = key.length <= MAX_KEY_LENGTH;
    if (isNamed) this.place.push(key);
    if (problem !== null) this.refuse(problem);
    if (problem !== null) this.refusedKeys += 1;
    this.check(member, depth + 1, maxListItems);
    if (problem !== null) this.refusedKeys -= 1;
    if (isNamed) this.place.pop();
  }

  private exceed(msg: string, ctx?: Record<string, unknown>): void {
    this.refuse(msg, ctx);
    this.exceedsLimits = true;
  }

  private refuse(msg: string, ctx?: Record<string, unknown>): void {
    this.add({ msg, type: 'value_error', ...(ctx && { ctx }) });
  }

  private add(error: Omit<ValidationError, 'loc'>): void {
    if (this.refusedKeys > 0) return;
    this.errors.push({ loc: [...this.place], ...error });
    this.pathLength += this.place.reduce<number>((sum, part) => sum + String(part).length, 0);
  }
}

function keyProblem(key: string): string | null {
  if (key.length > MAX_KEY_LENGTH) return `Use keys of at most ${MAX_KEY_LENGTH} characters.`;
  if (isForbiddenKey(key)) return 'Use another name for this key.';
  return isCleanText(key) ? null : 'Use a key without NUL characters and lone surrogates.';
}
