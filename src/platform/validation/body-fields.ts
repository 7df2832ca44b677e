import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import {
  BOOLEAN_RULES,
  type Bounds,
  integerRules,
  listRules,
  numberRules,
  OBJECT_RULES,
  textRules,
  type TextRules,
  wordRules,
} from './checks';
import {
  type DtoClass,
  field,
  type FieldText,
  LIMIT_KEYWORD,
  type LimitName,
  registerField,
} from './field';
import { bounded, listSchema, numberSchema, textSchema } from './field-schemas';

/*
 * Field decorators for JSON bodies (and for path parameters, which are strings): no coercion. `Optional…` fields may
 * be omitted; null means omitted in an ordinary DTO and "reset" in one that extends `PatchDto`. With
 * `nullable: false` a null is refused.
 */

export interface StrOptions extends TextRules, FieldText {
  readonly format?: string;
  /** A limit of the configuration that applies, too. */
  readonly limit?: LimitName;
}
export interface NumberOptions extends Bounds, FieldText {}
export interface StrArrayOptions extends Bounds, FieldText {
  readonly item?: TextRules;
}
export interface NumberArrayOptions extends Bounds, FieldText {
  readonly item?: Bounds;
}
export interface NestedArrayOptions extends Bounds, FieldText {}

function str(required: boolean, options: StrOptions) {
  const { limit, format } = options;
  const rules = limit === undefined ? bounded(options) : options;
  return field({
    required,
    rules: textRules(rules),
    text: options,
    api: {
      ...textSchema(rules),
      ...(format === undefined ? {} : { format }),
      ...(limit === undefined ? {} : { [LIMIT_KEYWORD]: limit }),
    },
    ...(limit === undefined ? {} : { limit }),
  });
}

/** Required text. Lengths in characters; at most `MAX_TEXT_CHARS` where neither `max` nor `limit` is given. */
export const Str = (options: StrOptions = {}) => str(true, options);
export const OptionalStr = (options: StrOptions = {}) => str(false, options);

const integer = (required: boolean, options: NumberOptions) =>
  field({
    required,
    rules: integerRules(options),
    text: options,
    api: numberSchema('integer', options),
  });

/** Required whole number, within ±(2^53−1) where no bounds are given. */
export const Int = (options: NumberOptions = {}) => integer(true, options);
export const OptionalInt = (options: NumberOptions = {}) => integer(false, options);

const number = (required: boolean, options: NumberOptions) =>
  field({
    required,
    rules: numberRules(options),
    text: options,
    api: numberSchema('number', options),
  });

/** Required number. */
export const Num = (options: NumberOptions = {}) => number(true, options);
export const OptionalNum = (options: NumberOptions = {}) => number(false, options);

const flag = (required: boolean, options: FieldText) =>
  field({ required, rules: BOOLEAN_RULES, text: options, api: { type: 'boolean' } });

/** Required true or false. */
export const Flag = (options: FieldText = {}) => flag(true, options);
export const OptionalFlag = (options: FieldText = {}) => flag(false, options);

const oneOf = (required: boolean, choices: readonly string[], options: FieldText) =>
  field({
    required,
    rules: wordRules(choices),
    text: options,
    api: { type: 'string', enum: [...choices] },
  });

/** Required: one of these words. */
export const OneOf = (choices: readonly string[], options: FieldText = {}) =>
  oneOf(true, choices, options);
export const OptionalOneOf = (choices: readonly string[], options: FieldText = {}) =>
  oneOf(false, choices, options);

function strArray(required: boolean, options: StrArrayOptions) {
  const item = bounded(options.item ?? {});
  return field({
    required,
    rules: listRules(options),
    item: textRules(item),
    text: options,
    api: { type: 'array', items: textSchema(item), ...listSchema(options) },
  });
}

/** Required list of strings; `item` holds the rules of each. */
export const StrArray = (options: StrArrayOptions = {}) => strArray(true, options);
export const OptionalStrArray = (options: StrArrayOptions = {}) => strArray(false, options);

const intArray = (required: boolean, options: NumberArrayOptions) =>
  field({
    required,
    rules: listRules(options),
    item: integerRules(options.item),
    text: options,
    api: {
      type: 'array',
      items: numberSchema('integer', options.item ?? {}),
      ...listSchema(options),
    },
  });

/** Required list of whole numbers. */
export const IntArray = (options: NumberArrayOptions = {}) => intArray(true, options);
export const OptionalIntArray = (options: NumberArrayOptions = {}) => intArray(false, options);

/** Optional list of numbers. */
export const OptionalNumArray = (options: NumberArrayOptions = {}) =>
  field({
    required: false,
    rules: listRules(options),
    item: numberRules(options.item),
    text: options,
    api: {
      type: 'array',
      items: numberSchema('number', options.item ?? {}),
      ...listSchema(options),
    },
  });

/** Required list of values of any kind; the service that uses the list checks them. */
export const AnyArray = (options: NestedArrayOptions = {}) =>
  field({
    required: true,
    rules: listRules(options),
    text: options,
    api: { type: 'array', items: {}, ...listSchema(options) },
  });

/** @nestjs/swagger takes a function for a lazy class only when it is called `type`. */
const lazily = (type: () => DtoClass) => ({ type: () => type() });

const nested = (required: boolean, type: () => DtoClass, options: FieldText) =>
  field({
    required,
    rules: OBJECT_RULES,
    text: options,
    api: lazily(type),
    nested: type,
  });

/** Required object of a request class of its own. */
export const Nested = (type: () => DtoClass, options: FieldText = {}) =>
  nested(true, type, options);
export const OptionalNested = (type: () => DtoClass, options: FieldText = {}) =>
  nested(false, type, options);

const nestedArray = (required: boolean, type: () => DtoClass, options: NestedArrayOptions) =>
  field({
    required,
    rules: listRules(options),
    item: OBJECT_RULES,
    text: options,
    api: { ...lazily(type), isArray: true, ...listSchema(options) },
    nested: type,
  });

/** Required list of objects of a request class of their own. */
export const NestedArray = (type: () => DtoClass, options: NestedArrayOptions = {}) =>
  nestedArray(true, type, options);
export const OptionalNestedArray = (type: () => DtoClass, options: NestedArrayOptions = {}) =>
  nestedArray(false, type, options);

interface AnyObjectOptions extends FieldText {
  /** Whether this object accepts fields that the request class doesn't have; errors about unknown fields then say so. */
  readonly acceptsUnknownFields?: boolean;
  /** Maximum items of lists inside of the object, where it differs from `limits.array_items`. */
  readonly maxListItems?: number;
  /** Schemas of its keys, for the documentation only; the service that uses the object checks them. */
  readonly keys?: Readonly<Record<string, object>>;
}

const anyObject = (
  required: boolean,
  { acceptsUnknownFields = false, maxListItems, keys, ...text }: AnyObjectOptions,
) =>
  field({
    required,
    acceptsUnknownFields,
    text,
    ...(maxListItems === undefined ? {} : { maxListItems }),
    rules: OBJECT_RULES,
    api: {
      type: 'object',
      additionalProperties: keys === undefined,
      ...(keys === undefined ? {} : { properties: keys }),
    },
  });

/** Required object with any keys. */
export const AnyObject = (options: AnyObjectOptions = {}) => anyObject(true, options);
export const OptionalAnyObject = (options: AnyObjectOptions = {}) => anyObject(false, options);

/** A field of the resource's GET answer: accepted with any value on write, and ignored. */
export const ReadOnlyField = (): PropertyDecorator =>
  applyDecorators(
    (target: object, key: string | symbol) => {
      registerField(target, { name: String(key), required: false, ignored: true });
    },
    ApiProperty({ anyOf: [{}], required: false, readOnly: true, description: 'Ignored.' }),
  );
