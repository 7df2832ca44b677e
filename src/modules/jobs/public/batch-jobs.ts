import type { Observable } from 'rxjs';
import type { Caller } from '../../../platform/access/caller';
import type { JobStatus } from '../tracking/job-state';

export type JobCounts = Readonly<Record<JobStatus, number>>;

/** A job of a batch, as a caller sees it. */
export interface BatchJob {
  readonly index: number;
  readonly promptId: string;
  readonly status: JobStatus;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Media path of the first output that is a picture or a clip. */
  readonly path: string | null;
}

/** The status of a job of a batch has changed, or the job is new. */
export interface BatchJobChange {
  readonly batchId: string;
  readonly ownerId: string | null;
  readonly hasEnded: boolean;
}

/** The jobs that batches have made. */
export abstract class BatchJobs {
  /** Emits after the commit. */
  abstract readonly changes: Observable<BatchJobChange>;
  /** Jobs by status; batches without any job are left out. */
  abstract counts(batchIds: readonly string[]): Promise<ReadonlyMap<string, JobCounts>>;
  /** Jobs of one batch with an index from `first` up to and without `end`, in order. */
  abstract between(
    caller: Caller,
    batchId: string,
    first: number,
    end: number,
  ): Promise<readonly BatchJob[]>;
  /**
   * Whether all batches and generations of a caller together have as many queued and running jobs as they may: one less
   * than the cap of its key, so that it can submit a job itself; without a cap `jobs.batch_in_flight`.
   */
  abstract isFull(caller: Caller): Promise<boolean>;
  /** Cancels every job of a batch that has not ended. */
  abstract cancel(batchId: string): Promise<void>;
}
