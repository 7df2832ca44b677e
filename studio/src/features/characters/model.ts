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

/** One or two letters for a character without a picture. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return [first, last].map((word) => firstLetter(word).toUpperCase()).join('');
}

/** The first letter as people count letters: with its marks. */
function firstLetter(word: string): string {
  for (const { segment } of new Intl.Segmenter().segment(word)) return segment;
  return '';
}

/** The list with one item in front. */
export const withFirst = <T>(items: readonly T[], first: T): T[] => [
  first,
  ...items.filter((item) => item !== first),
];
