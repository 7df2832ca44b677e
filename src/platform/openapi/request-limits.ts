import { isRecord, type JsonRecord } from '../json';
import { MAX_INTEGER } from '../validation/checks';
import { LIMIT_KEYWORD, type LimitName } from '../validation/field';

const NUMBER_BOUNDS = { minimum: -MAX_INTEGER, maximum: MAX_INTEGER };

/** The limits of the configuration that schemas of requests show. */
export type RequestLimits = Readonly<Record<LimitName | 'array_items', number>>;

/** The schema of a request with the limits that the service applies to texts, lists and numbers in it. */
export function withLimits(schema: unknown, limits: RequestLimits): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withLimits(item, limits));
  if (!isRecord(schema)) return schema;
  const { [LIMIT_KEYWORD]: limit, ...rest } = schema;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, withLimits(value, limits)]),
  );
  const types = [inner['type']].flat();
  return {
    ...(types.includes('array') ? { maxItems: limits.array_items } : {}),
    ...(types.includes('number') ? NUMBER_BOUNDS : {}),
    ...(limit === undefined ? {} : { maxLength: limits[limit as LimitName] }),
    ...inner,
  };
}

/** Names of the schemas that a value refers to, directly or through other schemas. */
export function referencedSchemas(
  value: unknown,
  schemas: JsonRecord,
  names = new Set<string>(),
): ReadonlySet<string> {
  const references = JSON.stringify(value).matchAll(/"#\/components\/schemas\/([A-Za-z]+)"/g);
  for (const [, name = ''] of references) {
    if (names.has(name)) continue;
    names.add(name);
    referencedSchemas(schemas[name], schemas, names);
  }
  return names;
}
