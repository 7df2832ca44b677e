import type { Caller } from '../../../platform/access/caller';
import type { Transaction } from '../../../platform/database/write-gate';

/** Remembers the prompts that callers have used. */
export abstract class PromptHistory {
  /** Writes prompts in the transaction of what uses them; each is kept once. */
  abstract record(tx: Transaction, caller: Caller, prompts: Iterable<string>): Promise<void>;
}
