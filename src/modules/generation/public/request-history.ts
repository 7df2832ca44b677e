import type { Caller } from '../../../platform/access/caller';
import type { Transaction } from '../../../platform/database/write-gate';

/** What requests were made of. */
export interface UsedInRequests {
  readonly prompts: Iterable<string>;
  readonly workflows: Iterable<string>;
}

/** Remembers what callers have used. */
export abstract class RequestHistory {
  /** Writes in the transaction of what was requested; each prompt and workflow is kept once. */
  abstract record(tx: Transaction, caller: Caller, used: UsedInRequests): Promise<void>;
}
