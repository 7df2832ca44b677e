import type { Caller } from '../../../platform/access/caller';
import type { Transaction } from '../../../platform/database/write-gate';

/** When callers last used which workflow. */
export abstract class WorkflowUses {
  /** Writes in the transaction of what uses the workflows. */
  abstract record(tx: Transaction, caller: Caller, workflows: Iterable<string>): Promise<void>;
  /** The caller's own last uses, by workflow id: the same object until one is recorded. */
  abstract of(caller: Caller): Promise<ReadonlyMap<string, string>>;
}
