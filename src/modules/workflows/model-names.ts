import { nearestNames } from '../../platform/nearest-names';

/*
 * A model file has one name in a manifest and as many spellings as there are nodes: a node on Windows lists `a\b`,
 * people sort files into sub-folders, some copies differ in case.
 */

const plain = (name: string): string => name.replaceAll('\\', '/').toLowerCase();

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/**
 * The node's own spelling of a model file, or `null` when it has none, or several that could be meant. Tried in this
 * order: the very name; the same but for slashes; for case, too; the name at the end of a path (`a.sft` is `x/a.sft`).
 */
export function spellModel(wanted: string, offered: readonly string[]): string | null {
  if (offered.includes(wanted)) return wanted;
  const slashes = wanted.replaceAll('\\', '/');
  const alike: ((name: string) => boolean)[] = [
    (name) => name.replaceAll('\\', '/') === slashes,
    (name) => plain(name) === plain(wanted),
    (name) => plain(name).endsWith(`/${plain(wanted)}`),
  ];
  for (const isAlike of alike) {
    const found = offered.filter(isAlike);
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null;
  }
  return null;
}

/** The offered names that look most like the wanted one, best first: folders and extensions don't count. */
export function nearestModels(wanted: string, offered: readonly string[]): readonly string[] {
  return nearestNames(wanted, offered, (name) => baseName(plain(name)).replace(/\.[a-z0-9]+$/, ''));
}
