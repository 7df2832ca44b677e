import type { CharacterCategory } from '../../api/characters';

export const CATEGORIES: readonly CharacterCategory[] = ['character', 'location', 'prop', 'style'];

/** What the address of the wall says. */
export interface CharactersSearch {
  readonly q?: string;
  readonly category?: CharacterCategory;
}

export function readCharactersSearch(raw: Record<string, unknown>): CharactersSearch {
  const q = typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q) : '';
  const category = CATEGORIES.find((one) => one === raw.category);
  return { ...(q !== '' && { q }), ...(category && { category }) };
}

/** The list with one item in front. */
export const withFirst = <T>(items: readonly T[], first: T): T[] => [
  first,
  ...items.filter((item) => item !== first),
];
