import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { REPEATED_KEYWORD } from '../validation/query-fields';
import { eventPayloads } from '../events/event-payloads';
import ANSWER_EXAMPLES from './answer-examples.json';
import { ERROR_RESPONSES } from './error-responses';
import {
  CONDITIONAL_HEADERS,
  headers,
  RANGE_HEADERS,
  type ResponseHeader,
  STREAM_HEADERS,
} from './headers';
import type { RouteFacts } from './route-table';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;
/** No operation refers to a shared response before its errors are added. */
type Response = Extract<Operation['responses'][string], { readonly description: string }>;
type Content = NonNullable<Response['content']>;

const EVENT_STREAM = 'text/event-stream';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Gives every operation its security, its error responses and complete descriptions. */
export function completePaths(
  paths: OpenAPIObject['paths'],
  routes: readonly RouteFacts[],
): OpenAPIObject['paths'] {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, completeItem(path, item, routes)]),
  );
}

function completeItem(path: string, item: PathItem, routes: readonly RouteFacts[]): PathItem {
  const complete = { ...item };
  for (const method of METHODS) {
    const operation = item[method];
    const route = routes.find((one) => one.method === method && one.path === path);
    if (operation) complete[method] = completeOperation({ method, path }, operation, route);
  }
  return complete;
}

interface Endpoint {
  readonly method: string;
  readonly path: string;
}

function completeOperation(
  endpoint: Endpoint,
  operation: Operation,
  route: RouteFacts | undefined,
): Operation {
  const open = route?.access === 'public';
  const errors: Operation['responses'] = {};
  for (const status of expectedErrors(endpoint, operation, open))
    errors[status] = { $ref: `#/components/responses/${ERROR_RESPONSES[status] ?? ''}` };
  return {
    ...operation,
    // Who may call it: `admin`, `caller` (every caller that the key rules admit) or `public`.
    ...(route?.access === undefined ? {} : { 'x-access': route.access }),
    ...(route?.access === 'admin'
      ? { description: [operation.description, 'Admin keys only.'].filter(Boolean).join('\n\n') }
      : {}),
    parameters: completeParameters(operation),
    security: open ? [] : [{ bearer: [] }, { session: [] }, {}],
    responses: { ...completeSuccesses(operation), ...errors },
  };
}

const completeParameters = (operation: Operation): NonNullable<Operation['parameters']> => [
  ...(operation.parameters ?? []).map(withListStyle).map(withExample),
  ...(isConditional(operation) ? CONDITIONAL_HEADERS : []),
  ...(hasRanges(operation) ? RANGE_HEADERS : []),
  ...(isStream(operation) ? STREAM_HEADERS : []),
];

const isConditional = ({ responses }: Operation): boolean => '304' in responses;
const hasRanges = ({ responses }: Operation): boolean => '206' in responses;

const isStream = ({ responses }: Operation): boolean =>
  JSON.stringify(responses).includes(`"${EVENT_STREAM}"`);

const isRepeatable = ({ parameters = [] }: Operation): boolean =>
  parameters.some((one) => 'name' in one && one.name === 'Idempotency-Key');

/** Statuses that every operation of this form may fail with, and those that its decorators name. */
function expectedErrors(
  { method, path }: Endpoint,
  operation: Operation,
  open: boolean,
): readonly number[] {
  const parameters = operation.parameters ?? [];
  const inPath = parameters.some((one) => 'in' in one && one.in === 'path');
  const statuses = new Set([403, 421, 500]);
  const add = (applies: boolean, ...more: readonly number[]): void => {
    if (applies) for (const status of more) statuses.add(status);
  };
  add(!open, 401);
  add(inPath, 400, 404);
  // Changes refuse a body of another type even where they need none, so that no HTML form can send one.
  add(method !== 'get', 415);
  add(operation.requestBody !== undefined, 413, 422);
  // The rights may change while the body arrives (`key_changed`).
  add(operation.requestBody !== undefined && !open, 409);
  // API routes refuse unknown query parameters.
  add(path.startsWith('/api/') || parameters.length > 0, 422);
  const named = Object.keys(operation.responses).map(Number);
  add(true, ...named.filter((status) => status in ERROR_RESPONSES));
  return [...statuses].sort((a, b) => a - b);
}

function completeSuccesses(operation: Operation): Operation['responses'] {
  const responses = Object.entries(operation.responses) as [string, Response][];
  return Object.fromEntries(
    responses.map(([status, response]) => [status, completeSuccess(operation, status, response)]),
  );
}

/** Adds headers, the schemas of events, and a description where Nest left it empty. */
function completeSuccess(operation: Operation, status: string, response: Response): Response {
  const { content } = response;
  return {
    ...response,
    description: response.description || (status === '201' ? 'Created.' : 'Done.'),
    headers: { ...response.headers, ...headers(...successHeaders(operation, status)) },
    ...(content ? { content: withExamples(operation, status, content) } : {}),
  };
}

function successHeaders(operation: Operation, status: string): ResponseHeader[] {
  const names: ResponseHeader[] = ['X-Request-Id'];
  if (isRepeatable(operation)) names.push('Idempotent-Replayed');
  if (isConditional(operation)) names.push('ETag');
  if (hasRanges(operation) && status !== '304') names.push('Accept-Ranges', 'Content-Disposition');
  if (status === '206') names.push('Content-Range');
  return names;
}

/** Recorded answers by operation and status; `test/e2e/openapi-examples.e2e.ts` records and checks them. */
const ANSWERS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = ANSWER_EXAMPLES;

/** Bytes have no example. */
function withExamples(operation: Operation, status: string, content: Content): Content {
  const example = ANSWERS[operation.operationId ?? '']?.[status];
  const complete = isStream(operation) ? withEvents(content) : content;
  if (example === undefined) return complete;
  const isText = typeof example === 'string';
  return Object.fromEntries(
    Object.entries(complete).map(([type, media]) => [
      type,
      isText === (type === 'application/json') ? media : { ...media, example },
    ]),
  );
}

/** OpenAPI 3.1 has no place for the data of single events: `x-events` holds their schemas by the event's name. */
function withEvents(content: Content): Content {
  const events = [...eventPayloads()].map(([kind, { type, isArray }]) => {
    const schema = { $ref: getSchemaPath(type) };
    return [kind, isArray ? { type: 'array', items: schema } : schema];
  });
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => [
      type,
      type === EVENT_STREAM
        ? { ...media, 'x-events': Object.fromEntries(events) as unknown }
        : media,
    ]),
  );
}

/** Lists in a query are one value with commas, unless the field says that the parameter is repeated. */
function withListStyle<T extends object>(parameter: T): T {
  const { schema } = parameter as { readonly schema?: Readonly<Record<string, unknown>> };
  if (schema?.['type'] !== 'array') return parameter;
  const { [REPEATED_KEYWORD]: repeated = false, ...list } = schema;
  return { ...parameter, schema: list, style: 'form', explode: repeated };
}

/** Swagger UI fills in a parameter's own example, not that of its schema: it should do so where a value is needed. */
function withExample<T extends object>(parameter: T): T {
  const { required, schema } = parameter as {
    readonly required?: boolean;
    readonly schema?: { readonly example?: unknown };
  };
  return required === true && schema?.example !== undefined
    ? { example: schema.example, ...parameter }
    : parameter;
}
