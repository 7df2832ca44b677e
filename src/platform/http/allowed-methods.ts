import type { Application } from 'express';

/** A layer of Express' router; its types don't include these parts. */
interface RouteLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
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

const layersOf = (express: Application): readonly RouteLayer[] =>
  (express as unknown as { router: { stack: readonly RouteLayer[] } }).router.stack;

function matches(layer: RouteLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
