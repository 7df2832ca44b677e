import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isFinal } from '../tracking/job-state';
import type { JobOutputRow, JobRow } from './job.entity';
import { jobWeight, MOST_WEIGHT } from './job-weight';

/** A job that has ended, with what it made. */
export interface FinalJob {
  readonly job: JobRow;
  readonly outputs: readonly JobOutputRow[];
}

const OUTPUT_WEIGHT = 512;

/** Ended jobs never change, so what was read or written once stays true: polling them costs no statement. */
@Injectable()
export class FinalJobs {
  private readonly kept = new LRUCache<string, FinalJob>({
    maxSize: MOST_WEIGHT,
    sizeCalculation: ({ job, outputs }) => jobWeight(job) + outputs.length * OUTPUT_WEIGHT,
  });

  get(promptId: string): FinalJob | undefined {
    return this.kept.get(promptId);
  }

  /** Keeps it if it really has ended, for its caller and for us. */
  keep(job: JobRow, outputs: readonly JobOutputRow[]): void {
    if (isFinal(job.status) && job.phase === 'done') this.kept.set(job.prompt_id, { job, outputs });
  }
}
