import { randomId } from '@kinora/client';
import { type ElectionInput, type ElectionMessage, newElection, nextStep } from './election';
import { sleep } from './sleep';

/** Makes one tab at a time the leader, which reads the event stream for all tabs. */
export interface Leadership {
  /** Makes this tab the leader in place of one that no longer answers. */
  takeOver(): void;
  /** Handles an election message of another tab. */
  receive(message: ElectionMessage): void;
}

/** The leader's work, which runs until `signal` aborts. */
export type LeaderWork = (signal: AbortSignal) => Promise<void>;

const LOCK = 'kinora.events';
const LOCK_RETRY_MS = 1000;

/** Uses Web Locks where the browser has them, else messages that `send` delivers to the other tabs. */
export const joinLeadership = (
  lead: LeaderWork,
  send: (message: ElectionMessage) => void,
): Leadership => ('locks' in navigator ? joinByLock(lead) : joinByMessages(lead, send));

function joinByLock(lead: LeaderWork): Leadership {
  let isLeading = false;
  let stealsNext = false;
  let waiting = new AbortController();

  /** Leads while this tab holds the lock. Resolves when the lock is lost or the wait for it was aborted. */
  async function leadWithLock(options: LockOptions): Promise<void> {
    const lost = new AbortController();
    try {
      await navigator.locks.request(LOCK, options, () => {
        isLeading = true;
        return lead(lost.signal);
      });
    } catch {
      // Another tab stole the lock, or this tab stopped waiting in order to steal it.
    } finally {
      isLeading = false;
      lost.abort();
    }
  }

  async function requestLockForever(): Promise<never> {
    for (;;) {
      waiting = new AbortController();
      const options = stealsNext ? { steal: true } : { signal: waiting.signal };
      stealsNext = false;
      await leadWithLock(options);
      // The browser may refuse locks at once each time, as where storage is blocked.
      await sleep(LOCK_RETRY_MS, waiting.signal);
    }
  }

  void requestLockForever();
  return {
    takeOver: () => {
      if (isLeading) return;
      stealsNext = true;
      waiting.abort();
    },
    receive: () => undefined,
  };
}

function joinByMessages(lead: LeaderWork, send: (message: ElectionMessage) => void): Leadership {
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
    startOrStopLeading();
  }

  function startOrStopLeading(): void {
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
  // The browser kept the page in memory and shows it again after "Back": it joins the election again.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    leading = null;
    election = newElection(election.tab);
    input({ type: 'start' });
  });
  input({ type: 'start' });
  return { takeOver: () => input({ type: 'take_over' }), receive: input };
}
