import * as validator from 'class-validator';
import type { ValidationError, ValidationErrorType } from '../errors/validation-failed';

/** A validation error inside of one field; `loc` is relative to the field. */
export type Violation = ValidationError;

/** Everything that is wrong with a value; empty when it is fine. */
export type Check = (value: unknown) => readonly Violation[];

/**
 * A rule of class-validator with the error that it is answered as: its decorator for request classes, its function for
 * values whose rules are known only at run time.
 */
export interface Rule {
  readonly violation: Violation;
  readonly isMet: (value: unknown) => boolean;
  readonly decorator: (options: validator.ValidationOptions) => PropertyDecorator;
}

/** A violation of the field itself. */
export function violation(
  type: ValidationErrorType,
  msg: string,
  ctx?: Readonly<Record<string, unknown>>,
): Violation {
  return { loc: [], msg, type, ...(ctx ? { ctx } : {}) };
}

/** Prefixes the `loc` of violations with `key`, such as the position of a list's item. */
export function below(
  key: string | number,
  violations: readonly Violation[],
): readonly Violation[] {
  return violations.map((one) => ({ ...one, loc: [key, ...one.loc] }));
}

const WRONG_TYPES: ReadonlySet<ValidationErrorType> = new Set<ValidationErrorType>([
  'missing',
  'string_type',
  'int_type',
  'float_type',
  'bool_type',
  'list_type',
  'dict_type',
  'enum',
  'extra_forbidden',
]);

/** Does this error make the other ones at and below its place meaningless? */
export const hidesOthers = ({ type }: Violation): boolean => WRONG_TYPES.has(type);

/** The violations to report: a wrong type hides the field's other ones. */
export function withoutHidden(violations: readonly Violation[]): readonly Violation[] {
  const wrongType = violations.find(hidesOthers);
  return wrongType ? [wrongType] : violations;
}

/** Checks a value against rules that are known only at run time. */
export const checkOf =
  (rules: readonly Rule[]): Check =>
  (value) =>
    withoutHidden(rules.filter(({ isMet }) => !isMet(value)).map((rule) => rule.violation));

/** The largest whole number that JSON clients, JavaScript and both databases carry exactly. */
export const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

/** Characters of a text in a request that has no maximum of its own: longer than any name, id or path. */
export const MAX_TEXT_CHARS = 1000;

export interface TextRules {
  /** Length in characters (code points). */
  readonly min?: number;
  readonly max?: number;
  /** Must be anchored and free of nested repetition, so that no input makes it slow. */
  readonly pattern?: RegExp;
  /** What the pattern asks for, as text for people: what to send. */
  readonly form?: string;
  /** Limits the words of a search. */
  readonly words?: { readonly count: (text: string) => number; readonly max: number };
}

/** Bounds of a number, or of the number of items of a list. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Characters as people count them: a surrogate pair is one. */
function characters(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/** More than `max` characters? Counts only where the cheap length doesn't decide. */
export function longerThan(text: string, max: number): boolean {
  return text.length > max && characters(text) > max;
}

export const tooLong = (max: number): Violation =>
  violation('string_too_long', `Send at most ${countOf(max, 'character')}.`, { max_length: max });

const rule = (decorator: Rule['decorator'], isMet: Rule['isMet'], error: Violation): Rule => ({
  decorator,
  isMet,
  violation: error,
});

/** A rule that class-validator has no decorator for. */
export const ownRule = (name: string, isMet: Rule['isMet'], error: Violation): Rule =>
  rule(
    (options) => validator.ValidateBy({ name, validator: { validate: isMet } }, options),
    isMet,
    error,
  );

const string = (message: string): Rule =>
  rule(validator.IsString, validator.isString, violation('string_type', message));

const STRING = string('Send a string.');

/** class-validator's MinLength and MaxLength don't count variation selectors: text of these alone has no length. */
const minCharacters = (minimum: number): Rule =>
  ownRule(
    'minLength',
    (value) => validator.isString(value) && value.length >= minimum && characters(value) >= minimum,
    violation('string_too_short', `Send at least ${countOf(minimum, 'character')}.`, {
      min_length: minimum,
    }),
  );

const maxCharacters = (maximum: number): Rule =>
  ownRule(
    'maxLength',
    (value) => validator.isString(value) && !longerThan(value, maximum),
    tooLong(maximum),
  );

const matching = (pattern: RegExp, form = `text that matches ${pattern.source}`): Rule =>
  rule(
    (options) => validator.Matches(pattern, options),
    (value) => validator.matches(value as string, pattern),
    violation('string_pattern_mismatch', `Send ${form}.`, { pattern: pattern.source }),
  );

/** Accepts texts that are too long: another rule refuses them, and splitting them into words would take seconds. */
const maxWords = (
  { count, max }: Exclude<TextRules['words'], undefined>,
  maxCharacters: number,
): Rule =>
  ownRule(
    'maxWords',
    (value) =>
      validator.isString(value) && (longerThan(value, maxCharacters) || count(value) <= max),
    violation('value_error', `Send at most ${countOf(max, 'word')}. Keep the rarest ones.`),
  );

export const textRules = (rules: TextRules = {}): readonly Rule[] => [
  STRING,
  ...(rules.min === undefined ? [] : [minCharacters(rules.min)]),
  ...(rules.max === undefined ? [] : [maxCharacters(rules.max)]),
  ...(rules.pattern === undefined ? [] : [matching(rules.pattern, rules.form)]),
  ...(rules.words === undefined ? [] : [maxWords(rules.words, rules.max ?? MAX_TEXT_CHARS)]),
];

const rangeRules = ({ min: ge = -MAX_INTEGER, max: le = MAX_INTEGER }: Bounds): Rule[] => [
  rule(
    (options) => validator.Min(ge, options),
    (value) => validator.min(value, ge),
    violation('greater_than_equal', `Send a number of at least ${ge}.`, { ge }),
  ),
  rule(
    (options) => validator.Max(le, options),
    (value) => validator.max(value, le),
    violation('less_than_equal', `Send a number of at most ${le}.`, { le }),
  ),
];

const isWhole = (value: unknown): boolean =>
  validator.isInt(value) || value === Infinity || value === -Infinity;

/**
 * 1.0 is an integer (JSON has one number type), 1.5 and "1" are not. `1e400` arrives as Infinity: it is out of range,
 * where class-validator's IsInt would call it no integer.
 */
export const integerRules = (
  bounds: Bounds = {},
  msg = 'Send a whole number, without quotes.',
): readonly Rule[] => [
  ownRule('isInt', isWhole, violation('int_type', msg)),
  ...rangeRules(bounds),
];

const NUMBER_OPTIONS = { allowInfinity: true };
const NUMBER = rule(
  (options) => validator.IsNumber(NUMBER_OPTIONS, options),
  (value) => validator.isNumber(value, NUMBER_OPTIONS),
  violation('float_type', 'Send a number, without quotes.'),
);

export const numberRules = (bounds: Bounds = {}): readonly Rule[] => [
  NUMBER,
  ...rangeRules(bounds),
];

export const BOOLEAN_RULES: readonly Rule[] = [
  rule(
    validator.IsBoolean,
    validator.isBoolean,
    violation('bool_type', 'Send true or false, without quotes.'),
  ),
];

export const OBJECT_RULES: readonly Rule[] = [
  rule(validator.IsObject, validator.isObject, violation('dict_type', 'Send an object.')),
];

export const choiceRules = (choices: readonly (string | number)[]): readonly Rule[] => [
  rule(
    (options) => validator.IsIn(choices, options),
    (value) => validator.isIn(value, choices),
    violation('enum', choiceMessage(choices), { expected: choices }),
  ),
];

/** One of these words. Says them to whoever sends no text at all, too. */
export const wordRules = (words: readonly string[]): readonly Rule[] => [
  string(choiceMessage(words)),
  ...choiceRules(words),
];

const choiceMessage = (choices: readonly (string | number)[]): string =>
  choices.length > 0
    ? `Send one of: ${choices.join(', ')}.`
    : 'Leave this out: there is nothing to choose from.';

const LIST = rule(validator.IsArray, validator.isArray, violation('list_type', 'Send a list.'));

const minItems = (minimum: number): Rule =>
  rule(
    (options) => validator.ArrayMinSize(minimum, options),
    (value) => validator.arrayMinSize(value, minimum),
    violation('value_error', `Send at least ${countOf(minimum, 'item')}.`, { min_items: minimum }),
  );

const maxItems = (maximum: number): Rule =>
  rule(
    (options) => validator.ArrayMaxSize(maximum, options),
    (value) => validator.arrayMaxSize(value, maximum),
    violation('value_error', `Send at most ${countOf(maximum, 'item')}.`, { max_items: maximum }),
  );

export const listRules = (bounds: Bounds): readonly Rule[] => [
  LIST,
  ...(bounds.min === undefined ? [] : [minItems(bounds.min)]),
  ...(bounds.max === undefined ? [] : [maxItems(bounds.max)]),
];

/** A list whose every item passes `item`; positions are integers in `loc`. */
export const listCheck =
  (item: Check, bounds: Bounds): Check =>
  (value) => {
    const violations = checkOf(listRules(bounds))(value);
    return violations.length > 0 ? violations : itemViolations(value, item);
  };

export const itemViolations = (list: unknown, item: Check): readonly Violation[] =>
  (list as readonly unknown[]).flatMap((entry, index) => below(index, item(entry)));
