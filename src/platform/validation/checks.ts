import { isRecord } from '../json';
import type { ValidationType } from '../errors/validation-failed';

/** A violation found inside one field; `loc` is relative to the field's own place. */
export interface Violation {
  readonly loc: readonly (string | number)[];
  /** What to send instead; never echoes the rejected value. */
  readonly msg: string;
  readonly type: ValidationType;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Everything that is wrong with a value; empty when it is fine. Pure. */
export type Check = (value: unknown) => readonly Violation[];

/** A violation of the field itself. */
export function violation(
  type: ValidationType,
  msg: string,
  ctx?: Readonly<Record<string, unknown>>,
): Violation {
  return { loc: [], msg, type, ...(ctx ? { ctx } : {}) };
}

/** Moves violations below `key`: from an item's place to its list's. */
export function below(key: string | number, found: readonly Violation[]): readonly Violation[] {
  return found.map((one) => ({ ...one, loc: [key, ...one.loc] }));
}

/** The largest whole number that JSON clients, JavaScript and both databases carry exactly (contract §1). */
export const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

export interface TextRules {
  /** Length in characters (code points). */
  readonly min?: number;
  readonly max?: number;
  /** Must be anchored and free of nested repetition, so that no input makes it slow. */
  readonly pattern?: RegExp;
  /** What the pattern asks for, as text for people: what to send. */
  readonly form?: string;
}

export interface NumberRules {
  readonly min?: number;
  readonly max?: number;
}

export interface ListRules {
  readonly min?: number;
  readonly max?: number;
}

const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Characters as people count them: a surrogate pair is one. */
export function characters(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/** More than `max` characters? Counts only where the cheap length doesn't decide. */
export function longerThan(text: string, max: number): boolean {
  return text.length > max && characters(text) > max;
}

export const tooLong = (max: number): Violation =>
  violation('string_too_long', `Send at most ${countOf(max, 'character')}.`, { max_length: max });

function textFaults(text: string, { min, max, pattern, form }: TextRules): readonly Violation[] {
  const found: Violation[] = [];
  if (min !== undefined && (text.length < min || characters(text) < min))
    found.push(
      violation('string_too_short', `Send at least ${countOf(min, 'character')}.`, {
        min_length: min,
      }),
    );
  if (max !== undefined && longerThan(text, max)) found.push(tooLong(max));
  if (pattern && !pattern.test(text))
    found.push(
      violation(
        'string_pattern_mismatch',
        `Send ${form ?? `text that matches ${pattern.source}`}.`,
        {
          pattern: pattern.source,
        },
      ),
    );
  return found;
}

export const textCheck =
  (rules: TextRules): Check =>
  (value) =>
    typeof value === 'string'
      ? textFaults(value, rules)
      : [violation('string_type', 'Send a string.')];

function rangeFaults(value: number, min: number, max: number): readonly Violation[] {
  if (value < min)
    return [violation('greater_than_equal', `Send a number of at least ${min}.`, { ge: min })];
  if (value > max)
    return [violation('less_than_equal', `Send a number of at most ${max}.`, { le: max })];
  return [];
}

/** 1.0 is an integer (JSON has one number type), 1.5 and "1" are not. */
export const integerCheck =
  ({ min = -MAX_INTEGER, max = MAX_INTEGER }: NumberRules): Check =>
  (value) => {
    if (typeof value !== 'number' || Number.isNaN(value) || !wholeOrBeyond(value))
      return [violation('int_type', 'Send a whole number, without quotes.')];
    return rangeFaults(value, min, max);
  };

/** Every double beyond 2^53 is whole; `1e400` arrives as Infinity and is out of range, not of the wrong type. */
const wholeOrBeyond = (value: number): boolean =>
  Number.isInteger(value) || Math.abs(value) === Infinity;

export const numberCheck =
  ({ min = -MAX_INTEGER, max = MAX_INTEGER }: NumberRules): Check =>
  (value) =>
    typeof value === 'number' && !Number.isNaN(value)
      ? rangeFaults(value, min, max)
      : [violation('float_type', 'Send a number, without quotes.')];

export const booleanCheck: Check = (value) =>
  typeof value === 'boolean' ? [] : [violation('bool_type', 'Send true or false, without quotes.')];

export const choiceCheck =
  (choices: readonly (string | number)[]): Check =>
  (value) =>
    choices.includes(value as string | number)
      ? []
      : [violation('enum', choiceWords(choices), { expected: choices })];

const choiceWords = (choices: readonly (string | number)[]): string =>
  choices.length > 0
    ? `Send one of: ${choices.join(', ')}.`
    : 'Leave this out: there is nothing to choose from.';

/** A list whose every item passes `item`; positions are integers in `loc`. */
export const listCheck =
  (item: Check, { min, max }: ListRules): Check =>
  (value) => {
    if (!Array.isArray(value)) return [violation('list_type', 'Send a list.')];
    if (min !== undefined && value.length < min)
      return [
        violation('value_error', `Send at least ${countOf(min, 'item')}.`, { min_items: min }),
      ];
    if (max !== undefined && value.length > max)
      return [
        violation('value_error', `Send at most ${countOf(max, 'item')}.`, { max_items: max }),
      ];
    return value.flatMap((entry: unknown, index) => below(index, item(entry)));
  };

export const objectCheck: Check = (value) =>
  isRecord(value) ? [] : [violation('dict_type', 'Send an object.')];
