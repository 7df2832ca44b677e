import type { Application } from 'express';
import { routesNear } from './near-routes';

/** A layer of Express' router; its types don't include these parts. */
interface RouteLayer {
  readonly route?: {
    readonly path: string | readonly string[];
    readonly methods: Readonly<Record<string, boolean>>;
  };
  match(path: string): boolean;
}

/** The methods that the routes of `path` answer; empty when no route has this path. */
export function allowedMethods(express: Application, path: string): readonly string[] {
  const methods = new Set<string>();
  for (const layer of layersOf(express)) {
    if (!layer.route || !matches(layer, path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return methods.size === 0 ? [] : [...methods.add('OPTIONS')].sort();
}

/** The paths of routes that are most similar to `path`, as `/api/jobs/{prompt_id}`; none when nothing is similar. */
export function nearestRoutes(express: Application, path: string): readonly string[] {
  const routes = layersOf(express).flatMap(({ route }) => route?.path ?? []);
  const documented = routes
    .filter((route) => route.startsWith('/api/'))
    .map((route) => route.replace(/[:*](\w+)/g, '{$1}'));
  return routesNear(path, [...new Set(documented)]);
}

const layersOf = (express: Application): readonly RouteLayer[] =>
  (express as unknown as { router: { stack: readonly RouteLayer[] } }).router.stack;

function matches(layer: RouteLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
