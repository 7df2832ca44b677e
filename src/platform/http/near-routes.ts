import { nameFinder, type NameFinder } from '../nearest-names';

const MAX_ROUTES = 3;
/** More parts than any route has: the rest of a longer path tells nothing. */
const MAX_PARTS = 16;
/** Shares of common letter pairs: `charcter` and `character` have 0.82 of them, `usage` and `image` 0.6. */
const MIN_SIMILARITY = 0.66;

/** The routes that a wrong path may have meant, best first; none when nothing is similar. */
export function routesNear(path: string, routes: readonly string[]): readonly string[] {
  const parts = partsOf(path).slice(0, MAX_PARTS);
  const find = nameFinder([...new Set(routes.flatMap(partsOf))], singular, MIN_SIMILARITY);
  const sought = parts.map((part) => ({ part, similar: find(part) }));
  return routes
    .flatMap((route) => matchOf(sought, route))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_ROUTES)
    .map(({ route }) => route);
}

/** The parts of a path that tell routes apart. */
const partsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '' && !/^(?:api|v\d+|\{\w+\})$/.test(part));

const singular = (word: string): string => word.replace(/s$/, '');

interface SoughtPart {
  readonly part: string;
  readonly similar: ReturnType<NameFinder>;
}

interface Match {
  readonly route: string;
  /** Larger for less similar words, and for more of them. */
  readonly distance: number;
}

const SAME = 0;
const SAME_BUT_FOR_NUMBER = 1;
const SIMILAR = 2;

/** The first part must have a word of the route; the others, too, or stand in the place of a parameter. */
function matchOf(sought: readonly SoughtPart[], route: string): readonly Match[] {
  const words = partsOf(route);
  const distances = sought.map((one) => distanceTo(words, one));
  const hits = distances.filter((distance) => distance !== null);
  const parameters = route.split('{').length - 1;
  if ((distances[0] ?? null) === null || distances.length - hits.length > parameters) return [];
  const others = words.length - hits.length;
  // A misspelt word was meant where it says most of the route.
  if (others > 1 && hits.some((distance) => distance >= SIMILAR)) return [];
  return [{ route, distance: hits.reduce((sum, one) => sum + one, others + parameters) }];
}

function distanceTo(words: readonly string[], { part, similar }: SoughtPart): number | null {
  if (words.includes(part)) return SAME;
  if (words.some((word) => singular(word) === singular(part))) return SAME_BUT_FOR_NUMBER;
  const at = similar.findIndex((word) => words.includes(word));
  return at < 0 ? null : SIMILAR + at;
}
