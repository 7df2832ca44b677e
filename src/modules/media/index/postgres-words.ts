import { beginningsOf, type WordSequence } from './index-words';
import { indexTerm } from './index-terms';
import type { MediaExpression } from './media-expression';

const MAX_POSITION = 16_383;

/** Words as PostgreSQL's text form of a vector: `wfox:3`. */
export const wordsVector = (words: string): string =>
  words
    .split(' ')
    .map((word, index) => `${word}:${Math.min(index + 1, MAX_POSITION)}`)
    .join(' ');

/** All beginnings of the words, without positions. */
export const beginningsVector = (words: string): string =>
  [...new Set(words.split(' ').flatMap(beginningsOf))].join(' ');

/** Parts of queries that all must hold: two of columns of the index, and one that each row is compared with. */
export interface PostgresQueries {
  readonly words: readonly string[];
  readonly beginnings: readonly string[];
  readonly comparison: readonly string[];
}

/**
 * The queries of an expression. A phrase with a beginning, and a beginning that is too long for the index, are looked up by
 * what the index has of them; then the rows are compared, as they are with beginnings that must not match.
 */
export function postgresQueries({ all, none }: MediaExpression): PostgresQueries {
  const parts = [...all.map(wanted), ...none.map(unwanted)];
  const words = parts.flatMap((part) => part.words ?? []);
  const beginnings = parts.flatMap((part) => part.beginnings ?? []);
  const comparison = parts.flatMap((part) => part.comparison ?? []);
  if (!words.every(isNegation)) return { words, beginnings, comparison };
  return beginnings.length > 0
    ? { words: [], beginnings, comparison: [...words, ...comparison] }
    : { words: [LIVE, ...words], beginnings, comparison };
}

/**
 * GIN reads all of its index where a column has no positive query. An expression without terms is about live media, because one
 * about the trash has its term. But GIN reads all of a term's entries in the index, and nearly all media are live; so this term is
 * used only where nothing else is looked up.
 */
const LIVE = indexTerm('state', 'live');
const isNegation = (query: string): boolean => query.startsWith('!');

function wanted(sequence: WordSequence): Partial<PostgresQueries> {
  if (!sequence.isPrefix) return { words: [phrase(sequence)] };
  const beginning = indexedBeginning(sequence);
  return {
    words: sequence.words.slice(0, -1),
    beginnings: [beginning],
    comparison: isIndexed(sequence) ? [] : [phrase(sequence)],
  };
}

function unwanted(sequence: WordSequence): Partial<PostgresQueries> {
  const query = `!${phrase(sequence)}`;
  return sequence.isPrefix ? { comparison: [query] } : { words: [query] };
}

const phrase = ({ words, isPrefix }: WordSequence): string =>
  `(${words.join(' <-> ')}${isPrefix ? ':*' : ''})`;

const indexedBeginning = ({ words }: WordSequence): string =>
  beginningsOf(words.at(-1) ?? '').at(-1) ?? '';
/** Whether the index has all of it. */
const isIndexed = (sequence: WordSequence): boolean =>
  sequence.words.length === 1 && sequence.words[0] === indexedBeginning(sequence);
