/** Words of a search; a request with more is refused. */
export const MAX_SEARCH_WORDS = 20;
const MAX_WORD_LENGTH = 64;

/** Text as it is searched: without differences of case or of equivalent characters, also beyond ASCII. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();

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
