/** Words of a search; a request with more is refused. */
export const MAX_SEARCH_WORDS = 20;
const MAX_WORD_LENGTH = 64;

/** Text as it is searched: without differences of case or of equivalent characters, also beyond ASCII. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * Where `part`, which isn't empty, occurs in `text`. In linear time (Knuth, Morris and Pratt): `indexOf` takes seconds for
 * long texts that repeat themselves.
 */
export function* occurrences(text: string, part: string): Generator<number> {
  /** By length of a beginning of `part`: the longest shorter one that it also ends with. */
  const shorter = new Uint32Array(part.length + 1);
  const extended = (matched: number, character: string | undefined): number => {
    let length = matched;
    while (length > 0 && part[length] !== character) length = shorter[length] ?? 0;
    return part[length] === character ? length + 1 : length;
  };
  for (let length = 1; length < part.length; length += 1)
    shorter[length + 1] = extended(shorter[length] ?? 0, part[length]);
  for (let at = 0, matched = 0; at < text.length; at += 1) {
    matched = extended(matched, text[at]);
    if (matched === part.length) yield at + 1 - matched;
  }
}

/**
 * Whether `text` has `word`, which isn't empty, neither preceded nor followed by a letter, a digit or `_`. Letters of scripts
 * without spaces, such as Chinese and Thai, may stand beside it.
 */
export function hasWholeWord(text: string, word: string): boolean {
  for (const at of occurrences(text, word))
    if (
      !ENDS_IN_WORD.test(text.slice(0, at).slice(-2)) &&
      !STARTS_WITH_WORD.test(text.slice(at + word.length).slice(0, 2))
    )
      return true;
  return false;
}

const WITHOUT_SPACES = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const IN_WORD = `(?![${WITHOUT_SPACES}])[\\p{L}\\p{N}\\p{M}_]`;
const ENDS_IN_WORD = new RegExp(`${IN_WORD}$`, 'u');
const STARTS_WITH_WORD = new RegExp(`^${IN_WORD}`, 'u');

/** The folded words of a search, by their first 64 characters. */
export const searchWords = (search: string): readonly string[] =>
  foldText(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, MAX_WORD_LENGTH));

/** The rule of a text that {@link searchWords} reads. */
export const SEARCH_WORDS = {
  count: (search: string): number => searchWords(search).length,
  max: MAX_SEARCH_WORDS,
};

/**
 * SQL that is true where a column of folded text contains a word. Not `LIKE`, which compares in steps of one character:
 * words such as `aaa…b` would keep the database busy for minutes.
 */
export const containsWord = (column: string, parameter: string): string =>
  `replace(${column}, :${parameter}, '') <> ${column}`;
