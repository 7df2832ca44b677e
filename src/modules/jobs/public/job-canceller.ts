import type { Caller } from '../../../platform/access/caller';

/** What became of the jobs of a request that cancels many. */
export interface CancelledJobs {
  /** Prompt ids. */
  readonly cancelled: readonly string[];
  readonly failed: readonly {
    readonly prompt_id: string;
    readonly code: 'job_not_found' | 'job_finished';
  }[];
}

/** Whose queued jobs a request cancels: the owner's internal id, `null` for jobs without an owner. */
export type QueuedOwner =
  | { readonly all: true }
  | { readonly all: false; readonly ownerId: string | null };

export abstract class JobCanceller {
  /** Cancels jobs of the caller, each of its own. A job that can't be cancelled is listed with the reason. */
  abstract cancelMany(caller: Caller, promptIds: readonly string[]): Promise<CancelledJobs>;
  /** `stop` is called before the queued jobs of an owner are cancelled, so that nothing refills the queue meanwhile. */
  abstract beforeCancellingQueued(
    stop: (caller: Caller, owner: QueuedOwner) => Promise<void>,
  ): void;
}
