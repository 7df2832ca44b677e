/** More words of one asset than this find nothing. */
const MAX_WORDS = 5000;
const MAX_LETTERS = 60;

/**
 * The words of a text as the index keeps them and as a query asks for them: letters and digits, without case and
 * accents, each once. Cut here, so that both databases agree on what a word is.
 */
export function searchWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, MAX_LETTERS)))].slice(0, MAX_WORDS);
}
