import { randomId } from '../ids';
import { type ElectionInput, type ElectionMessage, newElection, nextStep } from './election';

/** The right of one tab to hold the event stream for all. */
export interface Leadership {
  /** Takes the right from a leader that fell silent. */
  takeOver(): void;
  /** A message of another tab. */
  receive(message: ElectionMessage): void;
}

/** Does the leader's work until `signal` aborts. */
export type Lead = (signal: AbortSignal) => Promise<void>;

const LOCK = 'kinora.events';

/** By Web Locks where the browser has them, else by messages that `send` brings to the other tabs. */
export const joinLeadership = (lead: Lead, send: (message: ElectionMessage) => void): Leadership =>
  'locks' in navigator ? joinByLock(lead) : joinByMessages(lead, send);

function joinByLock(lead: Lead): Leadership {
  let isLeading = false;
  let takesOver = false;
  let waiting = new AbortController();

  /** Resolves when the lock was held and lost, or the wait for it was given up. */
  async function hold(options: LockOptions): Promise<void> {
    const lost = new AbortController();
    try {
      await navigator.locks.request(LOCK, options, () => {
        isLeading = true;
        return lead(lost.signal);
      });
    } catch {
      // Another tab has taken the lock, or this one gave up waiting to take it over.
    } finally {
      isLeading = false;
      lost.abort();
    }
  }

  async function contend(): Promise<never> {
    for (;;) {
      waiting = new AbortController();
      const options = takesOver ? { steal: true } : { signal: waiting.signal };
      takesOver = false;
      await hold(options);
    }
  }

  void contend();
  return {
    takeOver: () => {
      if (isLeading) return;
      takesOver = true;
      waiting.abort();
    },
    receive: () => undefined,
  };
}

function joinByMessages(lead: Lead, send: (message: ElectionMessage) => void): Leadership {
  let election = newElection(randomId());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leading: AbortController | null = null;

  function input(next: ElectionInput): void {
    const step = nextStep(election, next);
    election = step.election;
    if (step.send) send(step.send);
    if (step.timeoutMs !== undefined) {
      clearTimeout(timer);
      timer = setTimeout(() => input({ type: 'timeout' }), step.timeoutMs);
    }
    follow();
  }

  function follow(): void {
    const leads = election.role === 'leading';
    if (leads === (leading !== null)) return;
    leading?.abort();
    leading = leads ? new AbortController() : null;
    if (leading) void lead(leading.signal);
  }

  addEventListener('pagehide', () => {
    if (leading) send({ type: 'resign' });
    leading?.abort();
  });
  // A page that the browser kept for "Back" starts again.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    leading = null;
    election = newElection(election.tab);
    input({ type: 'start' });
  });
  input({ type: 'start' });
  return { takeOver: () => input({ type: 'take_over' }), receive: input };
}
