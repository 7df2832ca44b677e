/** One or two letters that stand for a name. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/u).filter(Boolean);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return [first, last].map((word) => firstLetter(word).toUpperCase()).join('');
}

/** The first letter as people count letters: with its marks. */
function firstLetter(word: string): string {
  for (const { segment } of new Intl.Segmenter().segment(word)) return segment;
  return '';
}
