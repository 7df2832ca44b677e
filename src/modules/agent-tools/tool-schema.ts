import type { OpenAPIObject } from '@nestjs/swagger';
import { isRecord, type JsonRecord } from '../../platform/json';
import { MAX_INTEGER } from '../../platform/validation/checks';

/** Where an argument's schema comes from. */
export type Argument =
  /** It is only the tool's. */
  | { readonly schema: JsonRecord }
  /** An object with these members. */
  | { readonly members: Readonly<Record<string, Argument>> }
  /** A field of a documented operation, with a short description or, where its name says enough, with none. */
  | { readonly operation: string; readonly field: string; readonly text: string };

/** The arguments that a tool passes on as fields of an operation such as `POST /api/plan`, by name. */
export function fieldsOf(
  operation: string,
  texts: Readonly<Record<string, string>>,
): Readonly<Record<string, Argument>> {
  return Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, { operation, field, text }]),
  );
}

/** Reads the arguments of tools from the OpenAPI document. */
export class ToolSchemas {
  constructor(private readonly document: OpenAPIObject) {}

  /** JSON Schema of an object with these arguments. */
  schemaOf(
    input: Readonly<Record<string, Argument>>,
    required: readonly string[] = [],
  ): JsonRecord {
    return {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(input).map(([name, argument]) => [name, this.argument(argument)]),
      ),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    };
  }

  private argument(argument: Argument): JsonRecord {
    if ('schema' in argument) return argument.schema;
    if ('members' in argument) return this.schemaOf(argument.members);
    const { operation, field, text } = argument;
    const schema = this.short(this.field(operation, field));
    return text === '' ? schema : { ...schema, description: text };
  }

  private field(operation: string, field: string): JsonRecord {
    const { requestBody, parameters = [] } = this.operation(operation);
    const parameter = parameters.find(({ name }) => name === field);
    if (parameter) return parameter.schema;
    const body = this.resolved(requestBody?.content['application/json']?.schema ?? {});
    const schema = (body['properties'] as Record<string, JsonRecord> | undefined)?.[field];
    if (!schema) throw new Error(`${operation} documents no ${field}`);
    return this.resolved(schema);
  }

  private operation(name: string): Operation {
    const [method = '', path = ''] = name.split(' ');
    const item = this.document.paths[path] as Record<string, Operation> | undefined;
    const operation = item?.[method.toLowerCase()];
    if (!operation) throw new Error(`${name} is not documented`);
    return operation;
  }

  private resolved(schema: JsonRecord): JsonRecord {
    const reference = referenceIn(schema);
    if (reference === undefined) return schema;
    return (this.document.components?.schemas?.[reference] ?? {}) as JsonRecord;
  }

  /** Without what the service checks anyway, so that all tools fit into a small part of a context. */
  private short(schema: unknown): JsonRecord {
    if (!isRecord(schema)) return {};
    const resolved = this.resolved(schema);
    const { type, properties, items, enum: choices, ...rest } = resolved;
    return {
      ...(type === undefined ? {} : { type: withoutNull(type) }),
      ...(Array.isArray(choices) ? { enum: choices.filter((choice) => choice !== null) } : {}),
      ...(isRecord(properties) ? { properties: this.properties(properties) } : {}),
      ...(items === undefined ? {} : { items: this.short(items) }),
      ...Object.fromEntries(Object.entries(rest).filter(isWorthItsSize)),
    };
  }

  private properties(properties: JsonRecord): JsonRecord {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, this.short(schema)]),
    );
  }
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema?: JsonRecord }>> };
  readonly parameters?: readonly {
    readonly name: string;
    readonly schema: JsonRecord;
  }[];
}

const REFERENCE = /^#\/components\/schemas\/(?<name>\w+)$/;

/** The schema that this one refers to, directly or as an alternative to null. */
function referenceIn({ $ref, anyOf, allOf }: JsonRecord): string | undefined {
  const candidates = [{ $ref }, ...alternatives(anyOf), ...alternatives(allOf)];
  for (const candidate of candidates) {
    const name = REFERENCE.exec(String(candidate['$ref']))?.groups?.['name'];
    if (name !== undefined) return name;
  }
  return undefined;
}

const alternatives = (value: unknown): readonly JsonRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

function withoutNull(type: unknown): unknown {
  const types = [type].flat().filter((one) => one !== 'null');
  return types.length === 1 ? types[0] : types;
}

const KEPT = new Set(['default', 'minimum', 'maximum', 'required']);

function isWorthItsSize([keyword, value]: readonly [string, unknown]): boolean {
  return KEPT.has(keyword) && !(typeof value === 'number' && Math.abs(value) === MAX_INTEGER);
}
