/**
 * Elects one tab by messages, where the browser has no Web Locks (plain HTTP). A claim that nobody objects to makes a
 * tab the leader; of two leaders the one of the later term stays, of the same term the one with the lower tab id.
 */
export type ElectionMessage =
  /** A tab asks who leads. */
  | { readonly type: 'hello' }
  | { readonly type: 'claim'; readonly tab: string; readonly term: number }
  | { readonly type: 'lead'; readonly tab: string; readonly term: number }
  /** The leader is being closed. */
  | { readonly type: 'resign' };

export type ElectionInput = ElectionMessage | { readonly type: 'timeout' | 'start' | 'take_over' };

export interface Election {
  readonly tab: string;
  readonly role: 'listening' | 'claiming' | 'leading' | 'following';
  /** The latest term that this tab has heard of. */
  readonly term: number;
}

export interface ElectionStep {
  readonly election: Election;
  readonly send?: ElectionMessage;
  /** A `timeout` is due after so many ms. It replaces an earlier one. */
  readonly timeoutMs?: number;
}

/** How long a leader may take to answer. */
const ANSWER_MS = 400;
const OBJECTION_MS = 250;

export const newElection = (tab: string): Election => ({ tab, role: 'listening', term: 0 });

/** What this tab does next. */
export function nextStep(election: Election, input: ElectionInput): ElectionStep {
  const isLeading = election.role === 'leading';
  switch (input.type) {
    case 'start':
      return listen(election, { send: { type: 'hello' } });
    case 'resign':
    case 'take_over':
      return isLeading ? { election } : claim(election);
    case 'timeout':
      return afterTimeout(election);
    case 'hello':
      return isLeading ? assert(election) : { election };
    case 'claim':
      return afterClaim(election, input);
    case 'lead':
      return afterLead(election, input);
  }
}

const listen = (election: Election, more: Partial<ElectionStep> = {}): ElectionStep => ({
  ...more,
  election: { ...election, role: 'listening' },
  timeoutMs: ANSWER_MS,
});

function claim(before: Election): ElectionStep {
  const election: Election = { ...before, role: 'claiming', term: before.term + 1 };
  return { ...assert(election, 'claim'), timeoutMs: OBJECTION_MS };
}

const assert = (election: Election, type: 'claim' | 'lead' = 'lead'): ElectionStep => ({
  election,
  send: { type, tab: election.tab, term: election.term },
});

function afterTimeout(election: Election): ElectionStep {
  if (election.role === 'listening') return claim(election);
  return election.role === 'claiming' ? assert({ ...election, role: 'leading' }) : { election };
}

interface Rival {
  readonly tab: string;
  readonly term: number;
}

const winsOver = (a: Rival, b: Rival): boolean =>
  a.term === b.term ? a.tab < b.tab : a.term > b.term;

function afterClaim(before: Election, rival: Rival): ElectionStep {
  if (before.role === 'leading') return assert(before);
  const election = { ...before, term: Math.max(before.term, rival.term) };
  if (before.role !== 'claiming') return { election };
  return winsOver(before, rival) ? assert(before, 'claim') : listen(election);
}

/** Whoever only claims yields to a leader of any term, because it is alive after all. */
function afterLead(before: Election, rival: Rival): ElectionStep {
  if (before.role === 'leading' && winsOver(before, rival)) return assert(before);
  const term = Math.max(before.term, rival.term);
  return { election: { ...before, role: 'following', term } };
}
