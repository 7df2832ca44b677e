import type { Caller } from '../../../platform/access/caller';

/**
 * How many jobs of all batches of a caller may be queued or running. One slot below the cap of its key stays free for
 * what it submits itself.
 * @param withoutCap for a caller without a cap: `jobs.batch_in_flight`
 */
export const maxBatchJobs = (
  { maxConcurrentJobs: cap }: Pick<Caller, 'maxConcurrentJobs'>,
  withoutCap: number,
): number => (cap === null ? withoutCap : Math.max(1, cap - 1));
