import type { Answer } from './answer';
import type { NodeRequest } from './node-request';

export type Handler = (request: NodeRequest) => Promise<Answer> | Answer;

/** A route: `GET /history/{prompt_id}`. */
export interface Route {
  readonly method: string;
  readonly pattern: string;
  readonly handle: Handler;
}

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Routes by method and pattern; a GET route answers HEAD, too. Every route also lives under `/api`. */
export class Router {
  private readonly routes: readonly { route: Route; expression: RegExp }[];

  constructor(routes: readonly Route[]) {
    this.routes = ['/api', ''].flatMap((prefix) =>
      routes.map((route) => ({ route, expression: compile(prefix + route.pattern) })),
    );
  }

  /** The route for a request, or the methods that the path knows (none for an unknown path). */
  find(method: string, path: string): Match | { readonly allowed: readonly string[] } {
    const allowed = new Set<string>();
    const routeMethod = method === 'HEAD' ? 'GET' : method;
    for (const { route, expression } of this.routes) {
      const match = expression.exec(path);
      if (match === null) continue;
      if (route.method === routeMethod) return { route, params: decodeAll(match.groups ?? {}) };
      allowed.add(route.method);
    }
    return { allowed: [...allowed] };
  }
}

/** `{name}` matches one segment of the path, `{name:.*}` the rest of it. */
function compile(pattern: string): RegExp {
  const source = pattern
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      const placeholder = /^\{(\w+)(:\.\*)?\}$/.exec(part);
      if (placeholder === null) return part.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
      return `(?<${placeholder[1] ?? ''}>${placeholder[2] === undefined ? '[^/]+' : '.*'})`;
    })
    .join('');
  return new RegExp(`^${source}$`);
}

function decodeAll(groups: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(groups).map(([key, text]) => [key, decode(text)]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
