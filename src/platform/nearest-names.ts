const MOST_SUGGESTIONS = 3;
/** Share of common letter pairs below which two names have nothing to do with each other. */
const LEAST_LIKENESS = 0.35;
/** Characters that are looked at: what is asked for comes from outside. */
const LONGEST = 200;

/** Finds the names that look most like a wanted one, best first; none that has nothing to do with it. */
export type NameFinder = (wanted: string) => readonly string[];

/**
 * The offered names that look most like the wanted one, best first; none that has nothing to do with it. Pure.
 * @param stemOf the part of a name that tells things apart
 */
export function nearestNames(
  wanted: string,
  offered: readonly string[],
  stemOf?: (name: string) => string,
): readonly string[] {
  return nameFinder(offered, stemOf)(wanted);
}

/** {@link nearestNames} for those who ask often: the offered names are read once, whatever is asked for. */
export function nameFinder(
  offered: readonly string[],
  stemOf: (name: string) => string = (name) => name,
  leastLikeness = LEAST_LIKENESS,
): NameFinder {
  const pairsOf = (name: string): ReadonlySet<string> =>
    letterPairs(stemOf(name.slice(0, LONGEST)));
  const holders = new Map<string, number[]>();
  const sizes = offered.map((name, at) => {
    const pairs = pairsOf(name);
    for (const pair of pairs) listIn(holders, pair).push(at);
    return pairs.size;
  });
  return (wanted) => {
    const pairs = pairsOf(wanted);
    const best: Candidate[] = [];
    for (const [at, common] of commonPairs(pairs, holders)) {
      // Dice coefficient.
      const likeness = (2 * common) / (pairs.size + (sizes[at] ?? 0));
      if (likeness >= leastLikeness) keepBest(best, { name: offered[at] ?? '', likeness });
    }
    return best.map(({ name }) => name);
  };
}

/**
 * The names that a word most likely stands for, for short names that people type: the one with the very letters, in
 * whatever order, else all that look like it.
 * @param leastLikeness 0 to 1: more where there are so many names that some look a little like anything
 */
export function nameSpeller(
  offered: readonly string[],
  leastLikeness = LEAST_LIKENESS,
): NameFinder {
  const nearest = nameFinder(offered, undefined, leastLikeness);
  return (wanted) => {
    const found = nearest(wanted);
    const letters = lettersOf(wanted);
    const swapped = found.find((name) => lettersOf(name) === letters);
    return swapped === undefined ? found : [swapped];
  };
}

const lettersOf = (name: string): string => Array.from(name.slice(0, LONGEST)).sort().join('');

/** `There is none. Did you mean a, b or c?` Without names, the sentence alone. */
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

/** How many of the pairs each name has, by its place; only those that have any. */
function commonPairs(
  pairs: ReadonlySet<string>,
  holders: ReadonlyMap<string, readonly number[]>,
): ReadonlyMap<number, number> {
  const common = new Map<number, number>();
  for (const pair of pairs)
    for (const at of holders.get(pair) ?? []) common.set(at, (common.get(at) ?? 0) + 1);
  return common;
}

interface Candidate {
  readonly name: string;
  readonly likeness: number;
}

/** Puts a candidate where it belongs among the best so far. */
function keepBest(best: Candidate[], candidate: Candidate): void {
  const last = best.at(-1);
  if (last && best.length === MOST_SUGGESTIONS && !isBetter(candidate, last)) return;
  const worse = best.findIndex((other) => isBetter(candidate, other));
  best.splice(worse < 0 ? best.length : worse, 0, candidate);
  if (best.length > MOST_SUGGESTIONS) best.pop();
}

/** Made once: `localeCompare` makes one per comparison. */
const BY_NAME = new Intl.Collator('en');

const isBetter = (a: Candidate, b: Candidate): boolean =>
  a.likeness > b.likeness || (a.likeness === b.likeness && BY_NAME.compare(a.name, b.name) < 0);
