import type { Caller } from '../../../platform/access/caller';
import type { Transaction } from '../../../platform/database/write-gate';

/** When callers last used which model file. */
export abstract class ModelUses {
  /** Writes in the transaction of what uses the files. */
  abstract record(tx: Transaction, caller: Caller, files: Iterable<string>): Promise<void>;
}
