/** Further words of an asset are not indexed. */
const MAX_WORDS = 5000;
const MAX_LETTERS = 60;

/**
 * Splits a text into words for indexing and searching: letters and digits, without case and accents, each once.
 * Done here, so that both databases agree on what a word is.
 */
export function searchWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, MAX_LETTERS)))].slice(0, MAX_WORDS);
}
