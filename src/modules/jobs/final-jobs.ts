import { LRUCache } from 'lru-cache';
import { isFinal } from './job-state';
import type { JobOutputRow } from './job-parts.entity';
import type { JobRow } from './job.entity';

/** A job that has ended, with what it made. */
export interface FinalJob {
  readonly job: JobRow;
  readonly outputs: readonly JobOutputRow[];
}

const MOST = 5_000;

/** Ended jobs never change, so what was read once stays true: the polling of finished jobs costs no statement. */
export class FinalJobs {
  private readonly kept = new LRUCache<string, FinalJob>({ max: MOST });

  get(promptId: string): FinalJob | undefined {
    return this.kept.get(promptId);
  }

  /** Keeps it if it really has ended, for its caller and for us. */
  keep(job: JobRow, outputs: readonly JobOutputRow[]): void {
    if (isFinal(job.status) && job.phase === 'done') this.kept.set(job.prompt_id, { job, outputs });
  }
}
