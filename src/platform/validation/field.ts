import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { Check } from './checks';

/** A limit of the configuration that a field obeys beside its own bounds. */
export type LimitName = 'prompt_chars';

/** What every field may say about itself in the documentation. */
export interface FieldText {
  readonly description?: string;
  readonly example?: unknown;
  /** Documentation only: the plan applies defaults, so that "omitted" stays visible (contract §1). */
  readonly default?: unknown;
  /** May it be null? Optional fields may unless they say otherwise; required ones may not. */
  readonly nullable?: boolean;
}

/** How the pipe checks a field. */
export interface FieldSpec {
  readonly name: string;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly check: Check;
  /** Reads the value out of the text of a query. */
  readonly convert?: (sent: unknown) => unknown;
  /** The class of the object, or of the list's items. */
  readonly nested?: () => DtoClass;
  readonly limit?: LimitName;
  /** Accepted and dropped: the resource's GET answers it (contract §1). */
  readonly ignored?: boolean;
  /** An object for what the class has no field for. */
  readonly takesOthers?: boolean;
  /** How long lists inside of it may be, where that isn't what the configuration says. */
  readonly listItems?: number;
}

export type DtoClass<T extends object = object> = new () => T;

type Fields = ReadonlyMap<string, FieldSpec>;

const FIELDS = Symbol('kinora:fields');
const NO_FIELDS: Fields = new Map();

/** Adds a field to its class, behind those that the class inherits. */
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

export interface FieldDefinition extends Omit<FieldSpec, 'name' | 'nullable'> {
  readonly text: FieldText;
  /** The field's OpenAPI schema, without what `text` says. */
  readonly api: Readonly<Record<string, unknown>>;
}

/** One decorator that carries a field's rule, its message, its error type and its OpenAPI text. */
export function field({ text, api, ...rules }: FieldDefinition): PropertyDecorator {
  const nullable = text.nullable ?? !rules.required;
  return applyDecorators(
    (target: object, key: string | symbol) => {
      registerField(target, { ...rules, nullable, name: String(key) });
    },
    ApiProperty(described(api, text, rules.required, nullable)),
  );
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

const KEEPS_NULL = 'kinora:keeps-null';

/** Null stays null in bodies of this class; elsewhere it means omitted. */
const KeepsNull = () => Reflect.metadata(KEEPS_NULL, true);

/**
 * Base of PATCH bodies: an omitted field is unchanged, null stays null and resets (contract §1). Fields that the
 * resource requires say `nullable: false`.
 */
@KeepsNull()
export abstract class PatchDto {}

/** Is null a value of its own in bodies of this class? */
export function keepsNull(type: object): boolean {
  return Reflect.getMetadata(KEEPS_NULL, type) === true;
}
