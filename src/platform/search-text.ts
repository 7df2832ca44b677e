const MAX_WORDS = 20;

/** Text as it is searched: without differences of case or of equivalent characters, also beyond ASCII. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The folded words of a search; the first 20 count. */
export const searchWords = (search: string): readonly string[] =>
  foldText(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);

/** One pattern per word of a search, for `LIKE … ESCAPE '\\'` on folded text. */
export const likePatterns = (search: string): readonly string[] =>
  searchWords(search).map((word) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
