import { nameFinder } from '../../../platform/nearest-names';
import { memoized } from '../json/memoize';

/*
 * Nodes may spell a model file differently from the manifest: with backslashes on Windows, in sub-folders, or with other
 * case.
 */

const forwardSlashes = (name: string): string => name.replaceAll('\\', '/');

const lowerCasePath = (name: string): string => forwardSlashes(name).toLowerCase();

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Nesting depth of sub-folders that is searched. */
const MAX_FOLDERS = 16;

/** The ends of a path: `b/c.sft` and `c.sft` for `a/b/c.sft`. */
function pathEndings(name: string): readonly string[] {
  const parts = lowerCasePath(name).split('/').slice(-MAX_FOLDERS);
  return parts.slice(1).map((_, at) => parts.slice(at + 1).join('/'));
}

/** Names by key; `null` if several names have the same key. */
type Spellings = ReadonlyMap<string, string | null>;

function spellings(
  offered: readonly string[],
  keysOf: (name: string) => readonly string[],
): Spellings {
  const byKey = new Map<string, string | null>();
  for (const name of offered)
    for (const key of keysOf(name))
      byKey.set(key, byKey.has(key) && byKey.get(key) !== name ? null : name);
  return byKey;
}

const nameSet = memoized((offered: readonly string[]) => new Set(offered));

/** Lookups in the order in which they are tried. */
const lookUps = memoized((offered: readonly string[]) => [
  { keyOf: forwardSlashes, byKey: spellings(offered, (name) => [forwardSlashes(name)]) },
  { keyOf: lowerCasePath, byKey: spellings(offered, (name) => [lowerCasePath(name)]) },
  { keyOf: lowerCasePath, byKey: spellings(offered, pathEndings) },
]);

const similarNames = memoized((offered: readonly string[]) =>
  nameFinder(offered, (name) => baseName(lowerCasePath(name)).replace(/\.[a-z0-9]+$/, '')),
);

/**
 * A model file in the node's spelling; `null` if it has none or several candidates. Tried in this order: the same name;
 * other slashes; other case; the end of a path (`a.sft` matches `x/a.sft`). Each list is indexed once.
 */
export function spellModel(file: string, offered: readonly string[]): string | null {
  if (nameSet(offered).has(file)) return file;
  const lookup = lookUps(offered).find(({ keyOf, byKey }) => byKey.has(keyOf(file)));
  return lookup?.byKey.get(lookup.keyOf(file)) ?? null;
}

/** The offered names most similar to a file name, best first, ignoring folders and extensions. */
export function nearestModels(file: string, offered: readonly string[]): readonly string[] {
  return similarNames(offered)(file);
}
