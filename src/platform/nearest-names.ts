const MAX_SUGGESTIONS = 3;
/** Share of common letter pairs below which two names count as unrelated. */
const MIN_SIMILARITY = 0.35;
/** Characters that are compared: requested names come from outside. */
const MAX_COMPARED_LENGTH = 200;

/** Finds the names most similar to a requested one, best first; no unrelated ones. */
export type NameFinder = (requested: string) => readonly string[];

/** The offered names most similar to the requested one, best first; no unrelated ones. */
export const nearestNames = (requested: string, offered: readonly string[]): readonly string[] =>
  nameFinder(offered)(requested);

/**
 * {@link nearestNames} for many requested names: the offered ones are prepared once.
 * @param stemOf the distinguishing part of a name
 */
export function nameFinder(
  offered: readonly string[],
  stemOf: (name: string) => string = (name) => name,
  minSimilarity = MIN_SIMILARITY,
): NameFinder {
  const pairsOf = (name: string): ReadonlySet<string> =>
    letterPairs(stemOf(name.slice(0, MAX_COMPARED_LENGTH)));
  const indexesByPair = new Map<string, number[]>();
  const sizes = offered.map((name, at) => {
    const pairs = pairsOf(name);
    for (const pair of pairs) listIn(indexesByPair, pair).push(at);
    return pairs.size;
  });
  return (requested) => {
    const pairs = pairsOf(requested);
    const best: Candidate[] = [];
    for (const [at, common] of commonPairs(pairs, indexesByPair)) {
      // Dice coefficient.
      const similarity = (2 * common) / (pairs.size + (sizes[at] ?? 0));
      if (similarity >= minSimilarity) keepBest(best, { name: offered[at] ?? '', similarity });
    }
    return best.map(({ name }) => name);
  };
}

/**
 * Finds misspelt short names: the one with the same letters in another order, else all similar ones.
 * @param minSimilarity 0 to 1: higher for a large set of names
 */
export function nameSpeller(
  offered: readonly string[],
  minSimilarity = MIN_SIMILARITY,
): NameFinder {
  const nearest = nameFinder(offered, undefined, minSimilarity);
  return (requested) => {
    const similar = nearest(requested);
    const letters = lettersOf(requested);
    const swapped = similar.find((name) => lettersOf(name) === letters);
    return swapped === undefined ? similar : [swapped];
  };
}

const lettersOf = (name: string): string =>
  Array.from(name.slice(0, MAX_COMPARED_LENGTH)).sort().join('');

/** `There is none. Did you mean a, b or c?` Without names: the sentence alone. */
export function withNearest(sentence: string, nearest: readonly string[]): string {
  return nearest.length === 0 ? sentence : `${sentence} ${didYouMean(nearest)}`;
}

/** `Did you mean a, b or c?` */
export function didYouMean(nearest: readonly string[]): string {
  const others = nearest.slice(0, -1).join(', ');
  return `Did you mean ${others === '' ? '' : `${others} or `}${nearest.at(-1) ?? ''}?`;
}

function letterPairs(name: string): ReadonlySet<string> {
  const letters = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return new Set(Array.from(letters, (letter, at) => letter + (letters[at + 1] ?? '')));
}

function listIn(lists: Map<string, number[]>, key: string): number[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** How many of the pairs each name contains, by the index of the name; names without any are left out. */
function commonPairs(
  pairs: ReadonlySet<string>,
  indexesByPair: ReadonlyMap<string, readonly number[]>,
): ReadonlyMap<number, number> {
  const common = new Map<number, number>();
  for (const pair of pairs)
    for (const at of indexesByPair.get(pair) ?? []) common.set(at, (common.get(at) ?? 0) + 1);
  return common;
}

interface Candidate {
  readonly name: string;
  readonly similarity: number;
}

/** Inserts a candidate into the sorted list of the best so far. */
function keepBest(best: Candidate[], candidate: Candidate): void {
  const last = best.at(-1);
  if (last && best.length === MAX_SUGGESTIONS && !isBetter(candidate, last)) return;
  const worse = best.findIndex((other) => isBetter(candidate, other));
  best.splice(worse < 0 ? best.length : worse, 0, candidate);
  if (best.length > MAX_SUGGESTIONS) best.pop();
}

/** Shared: `localeCompare` would create one per comparison. */
const BY_NAME = new Intl.Collator('en');

const isBetter = (a: Candidate, b: Candidate): boolean =>
  a.similarity > b.similarity ||
  (a.similarity === b.similarity && BY_NAME.compare(a.name, b.name) < 0);
