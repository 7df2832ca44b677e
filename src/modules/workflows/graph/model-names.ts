import { nameFinder } from '../../../platform/nearest-names';
import { once } from '../json/once';

/*
 * A model file has one name in a manifest and as many spellings as there are nodes: a node on Windows lists `a\b`,
 * people sort files into sub-folders, some copies differ in case.
 */

const slashed = (name: string): string => name.replaceAll('\\', '/');

const plain = (name: string): string => slashed(name).toLowerCase();

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** More folders within each other than anybody sorts files into. */
const MAX_FOLDERS = 16;

/** `a/b/c.sft` ends in `b/c.sft` and in `c.sft`. */
function endings(name: string): readonly string[] {
  const parts = plain(name).split('/').slice(-MAX_FOLDERS);
  return parts.slice(1).map((_, at) => parts.slice(at + 1).join('/'));
}

/** Names by something that they have; `null` where several have it. */
type Spellings = ReadonlyMap<string, string | null>;

function spellings(
  offered: readonly string[],
  keysOf: (name: string) => readonly string[],
): Spellings {
  const found = new Map<string, string | null>();
  for (const name of offered)
    for (const key of keysOf(name))
      found.set(key, found.has(key) && found.get(key) !== name ? null : name);
  return found;
}

const names = once((offered: readonly string[]) => new Set(offered));

/** Ways to look a name up, in the order in which they are tried. */
const lookUps = once((offered: readonly string[]) => [
  { keyOf: slashed, found: spellings(offered, (name) => [slashed(name)]) },
  { keyOf: plain, found: spellings(offered, (name) => [plain(name)]) },
  { keyOf: plain, found: spellings(offered, endings) },
]);

const finder = once((offered: readonly string[]) =>
  nameFinder(offered, (name) => baseName(plain(name)).replace(/\.[a-z0-9]+$/, '')),
);

/**
 * The node's own spelling of a model file, or `null` when it has none, or several that could be meant. Tried in this
 * order: the very name; the same but for slashes; for case, too; the name at the end of a path (`a.sft` is `x/a.sft`).
 * Each list of offered names is read once.
 */
export function spellModel(wanted: string, offered: readonly string[]): string | null {
  if (names(offered).has(wanted)) return wanted;
  const alike = lookUps(offered).find(({ keyOf, found }) => found.has(keyOf(wanted)));
  return alike?.found.get(alike.keyOf(wanted)) ?? null;
}

/** The offered names that look most like the wanted one, best first: folders and extensions don't count. */
export function nearestModels(wanted: string, offered: readonly string[]): readonly string[] {
  return finder(offered)(wanted);
}
