import {
  type Check,
  choiceCheck,
  booleanCheck,
  integerCheck,
  listCheck,
  type ListRules,
  type NumberRules,
  textCheck,
  type TextRules,
  violation,
} from './checks';
import type { ValidationType } from '../errors/validation-failed';
import { field, type FieldText } from './field';

/*
 * Field decorators for query strings. Optional unless `required: true`. The values arrive as text: each decorator
 * turns exactly one spelling into its type and leaves everything else to its check. A parameter given twice arrives as
 * a list and is refused.
 */

export interface QueryText extends FieldText {
  readonly required?: boolean;
}

const WHOLE_NUMBER = /^-?(?:0|[1-9][0-9]*)$/;

/** Stands for a parameter that was given more than once. */
const REPEATED = Symbol('repeated');

const read =
  (convert: (text: string) => unknown) =>
  (sent: unknown): unknown => {
    if (sent === undefined) return undefined;
    return typeof sent === 'string' ? convert(sent) : REPEATED;
  };

/** Reports a repeated parameter as what it is, before anything else about it. */
const once =
  (check: Check, type: ValidationType): Check =>
  (value) =>
    value === REPEATED ? [violation(type, 'Give this parameter once.')] : check(value);

const query = (
  options: QueryText,
  parts: {
    check: Check;
    api: Record<string, unknown>;
    convert?: (text: string) => unknown;
  },
) =>
  field({
    required: options.required ?? false,
    check: parts.check,
    text: { ...options, nullable: false },
    api: parts.api,
    convert: read(parts.convert ?? ((text) => text)),
  });

/** A whole number in plain decimal digits: no `+`, spaces, exponents, leading zeros. */
export const QueryInt = (options: NumberRules & QueryText = {}) =>
  query(options, {
    check: once(
      (value) =>
        typeof value === 'number'
          ? integerCheck(options)(value)
          : [violation('int_type', 'Send a whole number in decimal digits.')],
      'int_type',
    ),
    api: {
      type: 'integer',
      ...(options.min === undefined ? {} : { minimum: options.min }),
      ...(options.max === undefined ? {} : { maximum: options.max }),
    },
    convert: (text) => (WHOLE_NUMBER.test(text) ? Number(text) : text),
  });

/** `true` or `false`, spelled so. */
export const QueryFlag = (options: QueryText = {}) =>
  query(options, {
    check: once(booleanCheck, 'bool_type'),
    api: { type: 'boolean' },
    convert: (text) => text === 'true' || (text === 'false' ? false : text),
  });

export const QueryStr = (options: TextRules & QueryText & { readonly format?: string } = {}) =>
  query(options, {
    check: once(textCheck(options), 'string_type'),
    api: {
      type: 'string',
      ...(options.format === undefined ? {} : { format: options.format }),
      ...(options.min === undefined ? {} : { minLength: options.min }),
      ...(options.max === undefined ? {} : { maxLength: options.max }),
      ...(options.pattern === undefined ? {} : { pattern: options.pattern.source }),
    },
  });

/** One of these words or numbers. */
export const QueryOneOf = (choices: readonly (string | number)[], options: QueryText = {}) =>
  query(options, {
    check: once(choiceCheck(choices), 'enum'),
    api: { type: typeof choices[0] === 'number' ? 'integer' : 'string', enum: [...choices] },
    convert: (text) => choices.find((choice) => String(choice) === text) ?? text,
  });

/** A list of words with commas between them; empty ones are dropped. `oneOf` limits the words. */
export const QueryCsv = (
  options: ListRules &
    QueryText & { readonly item?: TextRules; readonly oneOf?: readonly string[] } = {},
) => {
  const item = options.oneOf ? choiceCheck(options.oneOf) : textCheck(options.item ?? {});
  return query(options, {
    check: once(listCheck(item, options), 'string_type'),
    api: {
      type: 'array',
      items: { type: 'string', ...(options.oneOf ? { enum: [...options.oneOf] } : {}) },
    },
    convert: (text) => text.split(',').filter((word) => word !== ''),
  });
};
