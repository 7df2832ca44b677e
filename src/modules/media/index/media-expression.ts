import type { OwnerFilter } from '../../../platform/access/scope';
import { MAX_SEARCH_WORDS } from '../../../platform/search-text';
import { indexTerm, ownerKey, type TermKind } from './index-terms';
import { searchedWords, type WordSequence } from './index-words';

interface Conditions {
  readonly all: readonly WordSequence[];
  readonly none: readonly WordSequence[];
}

/** What the index is asked for: everything of `all`, which is never empty, nothing of `none`, and positions of this range. */
export interface MediaExpression extends Conditions {
  /** Whose turn the search takes: the owner it is limited to, or empty. */
  readonly turnOwner: string;
  /** Smallest position. */
  readonly from?: number;
  /** Larger than all positions. */
  readonly until?: number;
}

/** Filters of a list; an absent one doesn't narrow. */
export interface MediaFilter {
  readonly q?: string | undefined;
  readonly terms?: readonly (readonly [kind: TermKind, value: string])[];
  readonly withoutTerms?: readonly (readonly [kind: TermKind, value: string])[];
  /** Milliseconds since 1970; the first is included, the second not. */
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
  readonly trashed?: boolean | undefined;
}

const POSITIONS_PER_MS = 1000;

/** Words, phrases in quotes, and both with a minus in front. */
const SEARCH_PARTS = /(?<minus>-?)(?:"(?<phrase>[^"]*)"?|(?<word>\S+))/gu;

/** The index expression of a list. `null` if nothing can match. */
export function mediaExpression(owner: OwnerFilter, filter: MediaFilter): MediaExpression | null {
  const search = readSearch(filter.q ?? '');
  if (!search) return null;
  const { createdAfter, createdBefore } = filter;
  const scope = owner.all ? [] : [term(['owner', owner.ownerId])];
  return {
    turnOwner: owner.all ? '' : owner.ownerId,
    ...withState(filter.trashed === true, {
      all: [...scope, ...(filter.terms ?? []).map(term), ...search.all],
      none: [...(filter.withoutTerms ?? []).map(term), ...search.none],
    }),
    ...(createdAfter === undefined ? {} : { from: positionAt(createdAfter) }),
    ...(createdBefore === undefined ? {} : { until: positionAt(createdBefore) }),
  };
}

/**
 * Narrows to media that are live, or in the trash. Nearly all are live: beside other conditions it costs less to leave out
 * the trash than to look all of them up.
 */
function withState(isTrashed: boolean, { all, none }: Conditions): Conditions {
  if (isTrashed) return { all: [TRASHED, ...all], none };
  return all.length === 0 ? { all: [LIVE], none } : { all, none: [...none, TRASHED] };
}

/** Whether it shows the whole library of a caller. */
export function isUnfiltered({ q, terms, withoutTerms, ...rest }: MediaFilter): boolean {
  const lists = [terms ?? [], withoutTerms ?? []];
  const hasRest = Object.values(rest).some((value) => value !== undefined && value !== false);
  return (q ?? '').trim() === '' && lists.every((list) => list.length === 0) && !hasRest;
}

/** The first position of a time. Times that are too far away for a number are before or after all media. */
const positionAt = (ms: number): number =>
  Math.max(0, Math.min(ms * POSITIONS_PER_MS, Number.MAX_SAFE_INTEGER));

/** Narrows to the media of one owner. */
export const withinOwner = (
  expression: MediaExpression,
  ownerId: string | null,
): MediaExpression => ({
  ...expression,
  all: [...expression.all, term(['owner', ownerKey(ownerId)])],
});

function term([kind, value]: readonly [TermKind, string]): WordSequence {
  return { words: [indexTerm(kind, value)], isPrefix: false };
}

const LIVE = term(['state', 'live']);
const TRASHED = term(['state', 'trashed']);

/** What is searched for: filters that were stored before requests had this limit may have more words and phrases. */
export function usedSearch(q: string): string {
  const surplus = [...q.matchAll(SEARCH_PARTS)][MAX_SEARCH_WORDS];
  return surplus ? q.slice(0, surplus.index).trimEnd() : q;
}

/** The words and phrases of a search. */
export const countSearched = (q: string): number => [...q.matchAll(SEARCH_PARTS)].length;

/** `null` if the search has no word in any script, such as `&!`: nothing is found then. */
function readSearch(q: string): { all: WordSequence[]; none: WordSequence[] } | null {
  const all: WordSequence[] = [];
  const none: WordSequence[] = [];
  for (const { groups } of usedSearch(q).matchAll(SEARCH_PARTS)) {
    const { minus, phrase, word }: Partial<Record<string, string>> = groups ?? {};
    const sequence = searchedWords(phrase ?? word ?? '', phrase !== undefined);
    if (sequence) (minus === '-' ? none : all).push(sequence);
  }
  return q.trim() !== '' && all.length + none.length === 0 ? null : { all, none };
}
