import { type Bounds, MAX_INTEGER, MAX_TEXT_CHARS, type TextRules } from './checks';

/* The OpenAPI schemas of fields, from the options that their rules come from. */

/** A text's own maximum, or the one of every text that has none. */
export const bounded = <Rules extends TextRules>(rules: Rules): Rules => ({
  ...rules,
  max: rules.max ?? MAX_TEXT_CHARS,
});

/** Without its `x-limit`, if it has one. */
export const textSchema = ({ min, max, pattern }: TextRules) => ({
  type: 'string',
  ...(min === undefined ? {} : { minLength: min }),
  ...(max === undefined ? {} : { maxLength: max }),
  ...(pattern === undefined ? {} : { pattern: pattern.source }),
});

export const numberSchema = (
  type: 'integer' | 'number',
  { min: minimum = -MAX_INTEGER, max: maximum = MAX_INTEGER }: Bounds,
) => ({ type, minimum, maximum });

export const listSchema = ({ min, max }: Bounds) => ({
  ...(min === undefined ? {} : { minItems: min }),
  ...(max === undefined ? {} : { maxItems: max }),
});
