import { isRecord, type JsonRecord } from '../json';
import { MAX_INTEGER } from '../validation/checks';

const ONE_SCHEMA = new Set(['additionalProperties', 'contains', 'items', 'not', 'propertyNames']);
const LIST_OF_SCHEMAS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAP_OF_SCHEMAS = new Set(['$defs', 'dependentSchemas', 'patternProperties', 'properties']);

/**
 * Rewrites a schema that @nestjs/swagger wrote for OpenAPI 3.0 into JSON Schema 2020-12: `nullable` becomes a type,
 * `example` a list of examples, boolean exclusive bounds become numbers. Objects are closed and whole numbers have
 * bounds, unless they say otherwise.
 */
export function schema31(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, keyword(key, value)]),
  );
  return withNull(withDefaults(withBounds(withExamples(inner))));
}

/** A map of named schemas. */
export function schemas31(schemas: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, schema31(one)]));
}

function keyword(key: string, value: unknown): unknown {
  if (ONE_SCHEMA.has(key)) return schema31(value);
  if (LIST_OF_SCHEMAS.has(key) && Array.isArray(value)) return value.map(schema31);
  if (MAP_OF_SCHEMAS.has(key) && isRecord(value)) return schemas31(value);
  return value;
}

function withExamples({ example, ...schema }: JsonRecord): JsonRecord {
  return example === undefined ? schema : { ...schema, examples: [example] };
}

function withBounds({ exclusiveMinimum, exclusiveMaximum, ...schema }: JsonRecord): JsonRecord {
  const { minimum, maximum, ...rest } = schema;
  return {
    ...rest,
    ...bound('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...bound('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  };
}

/** Undocumented fields are never accepted or answered, and JSON carries whole numbers exactly up to 2^53 − 1. */
function withDefaults(schema: JsonRecord): JsonRecord {
  const bounds = {
    ...('exclusiveMinimum' in schema ? {} : { minimum: -MAX_INTEGER }),
    ...('exclusiveMaximum' in schema ? {} : { maximum: MAX_INTEGER }),
  };
  return {
    ...(schema['type'] === 'integer' && schema['enum'] === undefined ? bounds : {}),
    ...('properties' in schema ? { additionalProperties: false } : {}),
    ...schema,
  };
}

function bound(open: string, closed: string, limit: unknown, exclusive: unknown): JsonRecord {
  if (exclusive === true) return { [closed]: limit };
  return {
    ...(limit === undefined ? {} : { [open]: limit }),
    ...(typeof exclusive === 'number' ? { [closed]: exclusive } : {}),
  };
}

function withNull(schema: JsonRecord): JsonRecord {
  const { nullable, ...rest } = schema;
  if (nullable !== true) return rest;
  const { type, enum: choices, $ref, ...others } = rest;
  if ($ref !== undefined) return { ...others, anyOf: [{ $ref }, { type: 'null' }] };
  for (const key of ['oneOf', 'anyOf'] as const) {
    const alternatives = others[key];
    if (Array.isArray(alternatives))
      return { ...others, [key]: [...(alternatives as unknown[]), { type: 'null' }] };
  }
  const { allOf, ...plain } = others;
  if (Array.isArray(allOf)) return { ...plain, anyOf: [soleOr(allOf), { type: 'null' }] };
  return {
    ...plain,
    ...(type === undefined ? {} : { type: [type, 'null'].flat() }),
    ...(Array.isArray(choices) ? { enum: [...new Set([...(choices as unknown[]), null])] } : {}),
  };
}

const soleOr = (allOf: readonly unknown[]): unknown => (allOf.length === 1 ? allOf[0] : { allOf });
