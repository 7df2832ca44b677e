import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_RESPONSES } from './error-responses';
import type { RouteFacts } from './route-table';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Gives every operation its security, its error responses and complete descriptions. Pure. */
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
    ...(operation.parameters ? { parameters: operation.parameters.map(asCommaList) } : {}),
    security: open ? [] : [{ bearer: [] }, {}],
    responses: { ...withDescriptions(operation.responses), ...errors },
  };
}

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
  add(operation.requestBody !== undefined, 413);
  // API routes refuse unknown query parameters.
  add(path.startsWith('/api/') || parameters.length > 0, 422);
  const named = Object.keys(operation.responses).map(Number);
  add(true, ...named.filter((status) => status in ERROR_RESPONSES));
  return [...statuses].sort((a, b) => a - b);
}

/** Nest leaves descriptions empty. */
function withDescriptions(responses: Operation['responses']): Operation['responses'] {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      response && 'description' in response && response.description === ''
        ? { ...response, description: status === '201' ? 'Created.' : 'Done.' }
        : response,
    ]),
  );
}

/** Lists in a query are one value with commas; a repeated parameter is refused. */
function asCommaList<T extends object>(parameter: T): T {
  const { schema } = parameter as { schema?: { type?: unknown } };
  return schema?.type === 'array' ? { ...parameter, style: 'form', explode: false } : parameter;
}
