/**
 * Elects the leading tab by messages between the tabs, for browsers without Web Locks (they need HTTPS). A tab sends a
 * claim and becomes the leader if no other tab objects in time. Of two leaders the one with the later term remains; if
 * the terms are equal, the one with the lower tab id.
 */
export type ElectionMessage =
  /** A new tab asks which tab leads. */
  | { readonly type: 'hello' }
  | { readonly type: 'claim'; readonly tab: string; readonly term: number }
  /** The leader's answer to `hello` and to claims. */
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
  /** Call `nextStep` with `timeout` after this time, in place of an earlier timeout. */
  readonly timeoutMs?: number;
}

/** How long a leader may take to answer `hello`. */
const ANSWER_MS = 400;
/** How long another tab may take to object to a claim. */
const OBJECTION_MS = 250;

export const newElection = (tab: string): Election => ({ tab, role: 'listening', term: 0 });

/** The state of this tab after a message or timeout, and what it sends. */
export function nextStep(election: Election, input: ElectionInput): ElectionStep {
  const isLeading = election.role === 'leading';
  switch (input.type) {
    case 'start':
      return waitForLeader(election, { send: { type: 'hello' } });
    case 'resign':
    case 'take_over':
      return isLeading ? { election } : claim(election);
    case 'timeout':
      return afterTimeout(election);
    case 'hello':
      return isLeading ? announce(election) : { election };
    case 'claim':
      return afterClaim(election, input);
    case 'lead':
      return afterLead(election, input);
  }
}

const waitForLeader = (election: Election, more: Partial<ElectionStep> = {}): ElectionStep => ({
  ...more,
  election: { ...election, role: 'listening' },
  timeoutMs: ANSWER_MS,
});

function claim(before: Election): ElectionStep {
  const election: Election = { ...before, role: 'claiming', term: before.term + 1 };
  return { ...announce(election, 'claim'), timeoutMs: OBJECTION_MS };
}

const announce = (election: Election, type: 'claim' | 'lead' = 'lead'): ElectionStep => ({
  election,
  send: { type, tab: election.tab, term: election.term },
});

function afterTimeout(election: Election): ElectionStep {
  if (election.role === 'listening') return claim(election);
  return election.role === 'claiming' ? announce({ ...election, role: 'leading' }) : { election };
}

interface Rival {
  readonly tab: string;
  readonly term: number;
}

const winsOver = (a: Rival, b: Rival): boolean =>
  a.term === b.term ? a.tab < b.tab : a.term > b.term;

function afterClaim(before: Election, rival: Rival): ElectionStep {
  if (before.role === 'leading') return announce(before);
  const election = { ...before, term: Math.max(before.term, rival.term) };
  if (before.role !== 'claiming') return { election };
  return winsOver(before, rival) ? announce(before, 'claim') : waitForLeader(election);
}

/** A claiming tab follows a leader of any term, because the message proves that the leader still runs. */
function afterLead(before: Election, rival: Rival): ElectionStep {
  if (before.role === 'leading' && winsOver(before, rival)) return announce(before);
  const term = Math.max(before.term, rival.term);
  return { election: { ...before, role: 'following', term } };
}
