/*
 * Turns text into words of the search index, the same way when media are written and when they are searched. Both
 * databases get words of ASCII letters and digits only, so that none of their parsers splits them again.
 */

/** What follows in a text is not indexed. */
const MAX_TEXT = 10_000;
/** A Korean syllable is three characters while it is decomposed; a few other characters are up to eighteen. */
const MAX_DECOMPOSED = 3 * MAX_TEXT;
/** Words of a text, and of an entry: writing an entry of so many takes SQLite some 15 ms. */
export const MAX_WORDS = 2500;
const MAX_LETTERS = 40;
/** Letters of the longest beginning. Those of `MAX_WORDS` words in any script fit into a `tsvector`, which holds a megabyte. */
const MAX_BEGINNING = 6;

/** Scripts that are written without spaces between words. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー';
const RUNS = new RegExp(
  `(?<unspaced>[${UNSPACED}]+)|(?<word>(?:(?![${UNSPACED}])[\\p{L}\\p{N}])+)`,
  'gu',
);

const ASCII_WORD = 'w';
const HEX_WORD = 'x';

/** A run of letters: a word, or letters of a script that doesn't separate words. */
interface Run {
  readonly letters: readonly string[];
  readonly isUnspaced: boolean;
}

/** Words that follow each other in a text; the last one may be the beginning of a word. */
export interface WordSequence {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** The index words of a text, in its order. */
export function indexWords(text: string): string[] {
  const words: string[] = [];
  for (const run of runsOf(text)) {
    words.push(...(run.isUnspaced ? pairsOf(run.letters, true) : [wordOf(run.letters)]));
    if (words.length >= MAX_WORDS) break;
  }
  return words.slice(0, MAX_WORDS).map(encode);
}

/**
 * What to look for in the index to find a text: its words in this order. `null` if the text has no letters and digits.
 * @param isExact whether the last word must be a whole one; a single letter of an unspaced script never is
 */
export function searchedWords(text: string, isExact: boolean): WordSequence | null {
  const runs = [...runsOf(text)];
  const last = runs.at(-1);
  if (!last) return null;
  const before = runs
    .slice(0, -1)
    .flatMap((run) => (run.isUnspaced ? pairsOf(run.letters, true) : [wordOf(run.letters)]));
  const end = last.isUnspaced ? pairsOf(last.letters, false) : [wordOf(last.letters)];
  const isPrefix = last.isUnspaced ? last.letters.length === 1 : !isExact;
  return { words: [...before, ...end].slice(0, MAX_WORDS).map(encode), isPrefix };
}

/** The beginnings of an index word, the shortest first. None of a term. */
export function beginningsOf(word: string): string[] {
  const letters = encodedLetters(word).slice(0, MAX_BEGINNING);
  return letters.map((_, index) => word.charAt(0) + letters.slice(0, index + 1).join(''));
}

const MARKS = /\p{M}+/gu;

/**
 * Without case, accents and other marks, and without differences between equivalent characters. Marks go first, because
 * sorting thousands of them is slow.
 */
export function foldMarks(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .replace(MARKS, '')
    .normalize('NFKD')
    .slice(0, MAX_DECOMPOSED)
    .replace(MARKS, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

function* runsOf(text: string): Generator<Run> {
  for (const { 0: run, groups } of foldMarks(text).matchAll(RUNS))
    yield { letters: Array.from(run), isUnspaced: groups?.['unspaced'] !== undefined };
}

const wordOf = (letters: readonly string[]): string => letters.slice(0, MAX_LETTERS).join('');

/** `東京都` is 東京, 京都 and, with the last letter, 都. */
function pairsOf(letters: readonly string[], withLast: boolean): string[] {
  const pairs = letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
  const last = letters.at(-1);
  return (withLast || letters.length === 1) && last !== undefined ? [...pairs, last] : pairs;
}

/** The beginning of a word stays the beginning of its code. */
const encode = (word: string): string =>
  /^[a-z0-9]+$/.test(word) ? `${ASCII_WORD}${word}` : `${HEX_WORD}${hex(word)}`;

/** The letters of an index word, each as in its code. */
function encodedLetters(word: string): string[] {
  if (word.startsWith(ASCII_WORD)) return Array.from(word.slice(1));
  if (!word.startsWith(HEX_WORD)) return [];
  return Array.from(Buffer.from(word.slice(1), 'hex').toString('utf8'), hex);
}

const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
