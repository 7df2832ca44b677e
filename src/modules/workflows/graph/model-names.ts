import { nameFinder } from '../../../platform/nearest-names';
import { memoized } from '../json/memoize';

/*
 * Nodes may spell a model file differently from the manifest: with backslashes on Windows, in sub-folders, or with other
 * case.
 */

const slashed = (name: string): string => name.replaceAll('\\', '/');

const plain = (name: string): string => slashed(name).toLowerCase();

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Nesting depth of sub-folders that is searched. */
const MAX_FOLDERS = 16;

/** `a/b/c.sft` ends in `b/c.sft` and in `c.sft`. */
function endings(name: string): readonly string[] {
  const parts = plain(name).split('/').slice(-MAX_FOLDERS);
  return parts.slice(1).map((_, at) => parts.slice(at + 1).join('/'));
}

/** Names by key; `null` for keys of several names. */
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

const names = memoized((offered: readonly string[]) => new Set(offered));

/** Lookups in the order in which they are tried. */
const lookUps = memoized((offered: readonly string[]) => [
  { keyOf: slashed, byKey: spellings(offered, (name) => [slashed(name)]) },
  { keyOf: plain, byKey: spellings(offered, (name) => [plain(name)]) },
  { keyOf: plain, byKey: spellings(offered, endings) },
]);

const finder = memoized((offered: readonly string[]) =>
  nameFinder(offered, (name) => baseName(plain(name)).replace(/\.[a-z0-9]+$/, '')),
);

/**
 * The node's own spelling of a model file, or `null` when it has none, or several candidates. Tried in this order: the
 * same name; other slashes; other case; the end of a path (`a.sft` matches `x/a.sft`). Each list is indexed once.
 */
export function spellModel(wanted: string, offered: readonly string[]): string | null {
  if (names(offered).has(wanted)) return wanted;
  const alike = lookUps(offered).find(({ keyOf, byKey }) => byKey.has(keyOf(wanted)));
  return alike?.byKey.get(alike.keyOf(wanted)) ?? null;
}

/** The offered names most similar to the wanted one, best first, ignoring folders and extensions. */
export function nearestModels(wanted: string, offered: readonly string[]): readonly string[] {
  return finder(offered)(wanted);
}
