import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { IsOptional, ValidateBy, ValidateIf } from 'class-validator';
import type { Check } from './violation';

/** A limit of the configuration that a field obeys beside its own bounds. */
export type LimitName = 'prompt_chars';

/** What every field may say about itself in the documentation. */
export interface FieldText {
  readonly description?: string;
  readonly example?: unknown;
  /** Only told to the reader: defaults are applied in the plan, so that "omitted" stays visible (contract §1). */
  readonly default?: unknown;
  /** May it be null? Optional fields may unless they say otherwise; required ones may not. */
  readonly nullable?: boolean;
}

/** What the pipe knows of a field beside its checks. */
export interface FieldSpec {
  readonly name: string;
  readonly required: boolean;
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

export type DtoClass = new () => object;

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

const FIELDS = Symbol('kinora:fields');

/** Remembers a field on its class; subclasses inherit it. */
export function registerField(target: object, spec: FieldSpec): void {
  const own = Object.hasOwn(target, FIELDS)
    ? (Reflect.get(target, FIELDS) as Map<string, FieldSpec>)
    : new Map<string, FieldSpec>();
  own.set(spec.name, spec);
  Object.defineProperty(target, FIELDS, { value: own, configurable: true });
}

const known = new WeakMap<DtoClass, ReadonlyMap<string, FieldSpec>>();

/** The fields of a request class, its parents' included; empty for a class that isn't one. */
export function fieldsOf(type: DtoClass): ReadonlyMap<string, FieldSpec> {
  const found = known.get(type) ?? collect(type);
  known.set(type, found);
  return found;
}

function collect(type: DtoClass): ReadonlyMap<string, FieldSpec> {
  const parent: unknown = Object.getPrototypeOf(type);
  const inherited =
    typeof parent === 'function' && parent !== Function.prototype
      ? [...fieldsOf(parent as DtoClass)]
      : [];
  const prototype: unknown = type.prototype;
  const own =
    typeof prototype === 'object' && prototype !== null && Object.hasOwn(prototype, FIELDS)
      ? [...(Reflect.get(prototype, FIELDS) as Map<string, FieldSpec>)]
      : [];
  return new Map([...inherited, ...own]);
}

/** Name of the one class-validator constraint that a field carries. */
export const FIELD_CHECK = 'field';

export interface FieldContext {
  readonly check: Check;
}

export interface FieldDefinition extends Omit<FieldSpec, 'name'> {
  readonly check: Check;
  readonly text: FieldText;
  /** The field's OpenAPI schema, without what `text` says. */
  readonly api: Readonly<Record<string, unknown>>;
  readonly more?: readonly PropertyDecorator[];
}

const presence = (required: boolean, nullable: boolean): readonly PropertyDecorator[] => {
  if (required) return nullable ? [ValidateIf((_, value) => value !== null)] : [];
  return nullable ? [IsOptional()] : [ValidateIf((_, value) => value !== undefined)];
};

/** One decorator that carries a field's rule, its message, its error type and its OpenAPI text. */
export function field(definition: FieldDefinition): PropertyDecorator {
  const { check, text, api, more = [], ...spec } = definition;
  const nullable = text.nullable ?? !spec.required;
  const context: FieldContext = { check };
  return applyDecorators(
    (target: object, key: string | symbol) => {
      registerField(target, { ...spec, name: String(key) });
    },
    Expose(),
    // Always a type, so that class-transformer never takes a sent `constructor` for one.
    Type(spec.nested ?? (() => Object)),
    ValidateBy(
      {
        name: FIELD_CHECK,
        validator: {
          validate: (value: unknown) => check(value).length === 0,
          // The check says it better; class-validator needs a text to keep the context.
          defaultMessage: () => FIELD_CHECK,
        },
      },
      { context },
    ),
    ...presence(spec.required, nullable),
    ...more,
    ApiProperty(described(api, text, spec.required, nullable)),
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
