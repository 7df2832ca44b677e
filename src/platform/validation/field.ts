import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import { IsDefined, ValidateIf, ValidateNested, type ValidationOptions } from 'class-validator';
import { isRecord, type JsonRecord } from '../json';
import { type Rule, type Violation, violation } from './checks';

/** A limit of the configuration that a field obeys beside its own bounds. */
export type LimitName = 'prompt_chars';

/** Names a field's limit in its schema, until building the document puts the configured value in its place. */
export const LIMIT_KEYWORD = 'x-limit';

/** A field's texts in the documentation. */
export interface FieldText {
  readonly description?: string;
  readonly example?: unknown;
  /** Documentation only: the plan applies defaults, so that "omitted" stays visible. */
  readonly default?: unknown;
  /** The message where a required field is missing: what to send. */
  readonly missing?: string;
  /** May it be null? Optional fields may unless they say otherwise; required ones may not. */
  readonly nullable?: boolean;
}

/** A field's properties for the request pipe, beyond class-validator's rules. */
export interface FieldSpec {
  readonly name: string;
  readonly required: boolean;
  /** The rules of a list's items. */
  readonly item?: readonly Rule[];
  /** The class of the object, or of the list's items. */
  readonly nested?: () => DtoClass;
  readonly limit?: LimitName;
  /** Accepted and dropped: the resource's GET answers it. */
  readonly ignored?: boolean;
  /** An object that accepts the fields that the class doesn't have. */
  readonly acceptsUnknownFields?: boolean;
  /** Maximum items of lists inside of the object, where it differs from `limits.array_items`. */
  readonly maxListItems?: number;
}

export type DtoClass<T extends object = object> = new () => T;

type Fields = ReadonlyMap<string, FieldSpec>;

const FIELDS = Symbol('kinora:fields');
const NO_FIELDS: Fields = new Map();

/** Adds a field to its class, after the inherited ones. */
export function registerField(target: object, spec: FieldSpec): void {
  const fields = Reflect.get(target, FIELDS) as Fields | undefined;
  const value = new Map(fields).set(spec.name, spec);
  Object.defineProperty(target, FIELDS, { value, configurable: true });
}

/** The fields of a request class, its parents' included; empty for a class that isn't one. */
export function fieldsOf(type: DtoClass): Fields {
  const prototype = type.prototype as object;
  return (Reflect.get(prototype, FIELDS) as Fields | undefined) ?? NO_FIELDS;
}

/** Whether a request may leave out all fields. */
export const needsNothing = (type: DtoClass): boolean =>
  [...fieldsOf(type).values()].every((field) => !field.required);

export interface FieldDefinition extends Omit<FieldSpec, 'name'> {
  readonly text: FieldText;
  readonly rules: readonly Rule[];
  /** Reads the value out of the text of a query. */
  readonly convert?: (sent: unknown) => unknown;
  /** The field's OpenAPI schema, without what `text` says. */
  readonly api: Readonly<Record<string, unknown>>;
}

const MISSING = 'Send this field: it is required.';

/** Attached to a rule of class-validator, to build the validation error. */
export interface RuleContext {
  readonly violation: Violation;
  /** Is the rule one of a list's items? */
  readonly each: boolean;
}

const ruleOptions = (rule: Violation, each = false): ValidationOptions => ({
  each,
  message: rule.msg,
  context: { violation: rule, each } satisfies RuleContext,
});

/** One decorator that carries a field's rules, their messages and error types, and its OpenAPI text. */
export function field(definition: FieldDefinition): PropertyDecorator {
  const { text, api, rules, convert, ...spec } = definition;
  const { required, nested, item = [] } = spec;
  const nullable = text.nullable ?? !required;
  return applyDecorators(
    (target: object, key: string | symbol) => {
      registerField(target, { ...spec, name: String(key) });
      const nullIsOmitted =
        nullable && !required && !Reflect.hasMetadata(KEEPS_NULL, target.constructor);
      Transform(
        ({ value, obj }: { readonly value: unknown; readonly obj: JsonRecord }): unknown => {
          const sent = obj[String(key)];
          if (sent === null && nullIsOmitted) return undefined;
          if (convert) return convert(sent);
          return nested ? withoutUnset(value) : sent;
        },
      )(target, key);
    },
    Expose(),
    // Always a type, so that class-transformer never takes a sent `constructor` for one.
    Type(nested ?? (() => Object)),
    ValidateIf((_, value) => (value === undefined ? required : value !== null || !nullable)),
    IsDefined(ruleOptions(violation('missing', text.missing ?? MISSING))),
    ...rules.map((rule) => rule.decorator(ruleOptions(rule.violation))),
    ...item.map((rule) => rule.decorator(ruleOptions(rule.violation, true))),
    ...(nested ? [ValidateNested()] : []),
    ApiProperty(described(api, text, required, nullable)),
  );
}

/** Class fields start as undefined: removes those from an object, or from the objects of a list. */
export function withoutUnset<T>(value: T): T {
  for (const item of [value as unknown].flat())
    if (isRecord(item))
      for (const [key, member] of Object.entries(item))
        if (member === undefined) Reflect.deleteProperty(item, key);
  return value;
}

function described(
  api: Readonly<Record<string, unknown>>,
  text: FieldText,
  required: boolean,
  nullable: boolean,
): ApiPropertyOptions {
  return {
    ...api,
    required,
    ...(nullable ? { nullable } : {}),
    ...(text.description === undefined ? {} : { description: text.description }),
    ...(text.example === undefined ? {} : { example: text.example }),
    ...(text.default === undefined ? {} : { default: text.default }),
  };
}

interface Variants {
  readonly property: string;
  readonly classes: Readonly<Record<string, DtoClass>>;
}

const VARIANTS = 'kinora:variants';

/** On a class with only a discriminator: the rest of the body is checked as the class that it names. */
export const BodyVariants = (property: string, classes: Variants['classes']) =>
  Reflect.metadata(VARIANTS, { property, classes } satisfies Variants);

export function variantsOf(type: DtoClass): Variants | undefined {
  return Reflect.getMetadata(VARIANTS, type) as Variants | undefined;
}

const ALLOWS_UNKNOWN = 'kinora:allows-unknown-parameters';

/** On the class of a query string or a body: what it doesn't name is ignored or passed on, not refused. */
export const AllowUnknownParameters = () => Reflect.metadata(ALLOWS_UNKNOWN, true);

export function allowsUnknownParameters(type: DtoClass): boolean {
  return Reflect.getMetadata(ALLOWS_UNKNOWN, type) === true;
}

const KEEPS_NULL = 'kinora:keeps-null';

/**
 * Base of PATCH bodies: an omitted field is unchanged, null stays null and resets. In bodies of other
 * classes null means omitted. Fields that the resource requires say `nullable: false`.
 */
@Reflect.metadata(KEEPS_NULL, true)
export abstract class PatchDto {}
