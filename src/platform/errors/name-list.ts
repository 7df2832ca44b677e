/** How many names an error lists. */
const MAX_NAMES = 20;

/** The first names of a long list, so that an answer stays small. */
export const firstNames = (names: readonly string[]): readonly string[] =>
  names.slice(0, MAX_NAMES);

/** The first names as text: `a, b and 7 more`. */
export function joinNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return `${firstNames(names).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
