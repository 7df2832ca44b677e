/** How many names of a list an error tells. */
const TOLD = 20;

/** The beginning of a list that may be long: an answer must not dwarf its request. */
export const firstNames = (names: readonly string[]): readonly string[] => names.slice(0, TOLD);

/** The same as words: `a, b and 7 more`. */
export function joinNames(names: readonly string[]): string {
  const more = names.length - TOLD;
  return `${firstNames(names).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
