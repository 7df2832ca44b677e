import type { Caller } from '../../../platform/access/caller';
import type { Transaction } from '../../../platform/database/write-gate';
import type { Plan } from './generation-planner';

/** What requests were made of. */
export interface UsedInRequests {
  readonly prompts: Iterable<string>;
  readonly workflows: Iterable<string>;
  /** Model files, LoRAs among them. */
  readonly models: Iterable<string>;
}

/** What the job of a plan uses. */
export const usedIn = ({ job }: Plan): UsedInRequests => ({
  prompts: [job.labels.prompt],
  workflows: [job.workflow],
  models: [...job.provenance.models, ...job.provenance.loras],
});

/** Remembers what callers have used. */
export abstract class RequestHistory {
  /** Writes in the transaction of what was requested; each prompt, workflow and file is kept once. */
  abstract record(tx: Transaction, caller: Caller, used: UsedInRequests): Promise<void>;
}
