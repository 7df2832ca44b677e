import type { Caller } from '../../../platform/access/caller';

/** How much of its cap a caller uses up. */
export abstract class UnfinishedJobs {
  /** Jobs that the caller's account has queued or running, which is what `max_concurrent_jobs` bounds; 0 without one. */
  abstract count(caller: Caller): Promise<number>;
}
