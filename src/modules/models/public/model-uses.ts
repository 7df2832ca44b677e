import type { Caller } from '../../../platform/access/caller';
import type { Transaction } from '../../../platform/database/write-gate';

/** Stores when each caller last used each model file. */
export abstract class ModelUses {
  /** @param tx the transaction that stores what uses the files, such as a job */
  abstract record(tx: Transaction, caller: Caller, files: Iterable<string>): Promise<void>;
}
