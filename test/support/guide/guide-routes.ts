import type { OpenAPIObject } from '@nestjs/swagger';
import { chaptersOf, type HttpCall, namedCalls } from './guide-calls';

/** Every request that a guide names: those of its blocks, and those in its text. */
export const routesOf = (guide: string): readonly { method: string; path: string }[] => [
  ...chaptersOf(guide)
    .flatMap(({ calls }) => calls)
    .filter((call): call is HttpCall => call.kind === 'http'),
  ...namedCalls(guide),
];

/** What the document knows as `/api/jobs/{prompt_id}`, the guide writes as `/api/jobs/{job}?wait=60`. */
export function routeOf({ paths }: OpenAPIObject, path: string): string {
  const plain = path.split('?')[0]!;
  const routes = [...Object.keys(paths), '/openapi.json'];
  const pattern = (route: string) => new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`);
  const matching = routes.filter((route) => pattern(route).test(plain));
  return matching.find((route) => route === plain) ?? matching[0] ?? `no route: ${path}`;
}
