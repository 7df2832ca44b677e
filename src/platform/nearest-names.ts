const MOST_SUGGESTIONS = 3;
/** Share of common letter pairs below which two names have nothing to do with each other. */
const LEAST_LIKENESS = 0.35;
/** Characters that are looked at: what is asked for comes from outside. */
const LONGEST = 200;

/**
 * The offered names that look most like the wanted one, best first; none that has nothing to do with it. Pure.
 * @param stemOf the part of a name that tells things apart
 */
export function nearestNames(
  wanted: string,
  offered: readonly string[],
  stemOf: (name: string) => string = (name) => name,
): readonly string[] {
  const pairsOf = (name: string): ReadonlySet<string> =>
    letterPairs(stemOf(name.slice(0, LONGEST)));
  const pairs = pairsOf(wanted);
  return offered
    .map((name) => ({ name, likeness: likeness(pairs, pairsOf(name)) }))
    .filter(({ likeness: share }) => share >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || a.name.localeCompare(b.name, 'en'))
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
}

/** `There is none. Did you mean a, b or c?` Without names, the sentence alone. */
export function withNearest(sentence: string, nearest: readonly string[]): string {
  const last = nearest.at(-1);
  if (last === undefined) return sentence;
  const others = nearest.slice(0, -1).join(', ');
  return `${sentence} Did you mean ${others === '' ? '' : `${others} or `}${last}?`;
}

function letterPairs(name: string): ReadonlySet<string> {
  const letters = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return new Set(Array.from(letters, (letter, at) => letter + (letters[at + 1] ?? '')));
}

/** Dice coefficient. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}
