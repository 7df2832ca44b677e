import type { Character } from './types';

type Named = Pick<Character, 'id' | 'name'>;

/** Ids of the characters whose name another one has, too. */
export function idsOfSharedNames(characters: readonly Named[]): ReadonlySet<string> {
  const seen = new Map<string, string>();
  const shared = new Set<string>();
  for (const { id, name } of characters) {
    const key = name.trim().toLowerCase();
    const other = seen.get(key);
    if (other === undefined) seen.set(key, id);
    else shared.add(other).add(id);
  }
  return shared;
}

/** Names that tell the characters apart in one line: `Mara`, or `Mara (mara-2)` where another one has the same name. */
export function distinctNames(characters: readonly Named[]): readonly Named[] {
  const shared = idsOfSharedNames(characters);
  return characters.map(({ id, name }) => ({
    id,
    name: shared.has(id) ? `${name.trim()} (${id})` : name,
  }));
}
