import type { ValidationErrorType } from '../errors/validation-failed';
import {
  BOOLEAN_RULES,
  type Bounds,
  choiceRules,
  integerRules,
  listRules,
  numberRules,
  ownRule,
  type Rule,
  textRules,
  type TextRules,
  violation,
} from './checks';
import { field, type FieldText } from './field';
import { bounded, listSchema, numberSchema, textSchema } from './field-schemas';

/*
 * Field decorators for query strings. Optional unless `required: true`. The values arrive as text: each decorator
 * turns exactly one spelling into its type and leaves everything else to its check. A parameter given twice arrives as
 * a list and is refused.
 */

export interface QueryText extends FieldText {
  readonly required?: boolean;
}

const WHOLE_NUMBER = /^-?(?:0|[1-9][0-9]*)$/;

const DECIMAL_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Stands for a parameter that was given more than once. */
const REPEATED = Symbol('repeated');

const read =
  (convert: (text: string) => unknown) =>
  (sent: unknown): unknown => {
    if (sent === undefined) return undefined;
    return typeof sent === 'string' ? convert(sent) : REPEATED;
  };

/** Reports a repeated parameter as what it is, before anything else about it. */
const once = (type: ValidationErrorType): Rule =>
  ownRule('once', (value) => value !== REPEATED, violation(type, 'Send this parameter once.'));

interface QueryParts {
  /** The first one reports a repeated parameter. */
  readonly rules: readonly Rule[];
  readonly item?: readonly Rule[];
  readonly api: Record<string, unknown>;
  readonly convert?: (text: string) => unknown;
}

const query = (options: QueryText, { convert = (text) => text, ...parts }: QueryParts) =>
  field({
    ...parts,
    required: options.required ?? false,
    text: { ...options, nullable: false },
    convert: read(convert),
  });

/** A whole number in plain decimal digits: no `+`, spaces, exponents, leading zeros. */
export const QueryInt = (options: Bounds & QueryText = {}) =>
  query(options, {
    rules: [once('int_type'), ...integerRules(options, 'Send a whole number in decimal digits.')],
    api: numberSchema('integer', options),
    convert: (text) => (WHOLE_NUMBER.test(text) ? Number(text) : text),
  });

/** A number in plain decimal digits: no `+`, spaces, exponents, leading zeros. */
export const QueryNum = (options: Bounds & QueryText = {}) =>
  query(options, {
    rules: [once('float_type'), ...numberRules(options)],
    api: numberSchema('number', options),
    convert: (text) => (DECIMAL_NUMBER.test(text) ? Number(text) : text),
  });

/** `true` or `false`, spelled so. */
export const QueryFlag = (options: QueryText = {}) =>
  query(options, {
    rules: [once('bool_type'), ...BOOLEAN_RULES],
    api: { type: 'boolean' },
    convert: (text) => text === 'true' || (text === 'false' ? false : text),
  });

export function QueryStr(options: TextRules & QueryText & { readonly format?: string } = {}) {
  const rules = bounded(options);
  return query(options, {
    rules: [once('string_type'), ...textRules(rules)],
    api: {
      ...textSchema(rules),
      ...(options.format === undefined ? {} : { format: options.format }),
    },
  });
}

/** One of these words or numbers. */
export const QueryOneOf = (choices: readonly (string | number)[], options: QueryText = {}) =>
  query(options, {
    rules: [once('enum'), ...choiceRules(choices)],
    api: { type: typeof choices[0] === 'number' ? 'integer' : 'string', enum: [...choices] },
    convert: (text) => choices.find((choice) => String(choice) === text) ?? text,
  });

/** A list of words with commas between them; empty ones are dropped. `oneOf` limits the words. */
export const QueryCsv = (
  options: Bounds &
    QueryText & { readonly item?: TextRules; readonly oneOf?: readonly string[] } = {},
) => {
  const item = bounded(options.item ?? {});
  return query(options, {
    rules: [once('string_type'), ...listRules(options)],
    item: options.oneOf ? choiceRules(options.oneOf) : textRules(item),
    api: {
      type: 'array',
      items: options.oneOf ? { type: 'string', enum: [...options.oneOf] } : textSchema(item),
      ...listSchema(options),
    },
    convert: (text) => text.split(',').filter((word) => word !== ''),
  });
};

/** Marks the schema of a parameter that may be repeated, until the document says so in OpenAPI's own way. */
export const REPEATED_KEYWORD = 'x-repeated';

/** A parameter that may be given several times: all of its values. */
export const QueryRepeated = (options: Bounds & FieldText & { readonly item?: TextRules } = {}) => {
  const item = bounded(options.item ?? {});
  return field({
    required: false,
    rules: listRules(options),
    item: textRules(item),
    text: { ...options, nullable: false },
    convert: (sent) => (sent === undefined ? undefined : [sent].flat()),
    api: {
      type: 'array',
      items: textSchema(item),
      ...listSchema(options),
      [REPEATED_KEYWORD]: true,
    },
  });
};
