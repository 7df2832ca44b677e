import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { jobWeight, MOST_WEIGHT } from './job-weight';
import type { JobRow } from './job.entity';

/**
 * Rows of open jobs as this process last wrote them. It is the only one that writes (one server per database), so
 * reading here is reading the table: whoever polls a running job costs no statement. Only committed rows come in, in
 * the order of their commits; a row of which nobody knows what was written is not here.
 */
@Injectable()
export class OpenJobs {
  private readonly rows = new LRUCache<string, JobRow>({
    maxSize: MOST_WEIGHT,
    sizeCalculation: jobWeight,
  });

  private writes = 0;

  /** Changes with every row: what was reckoned from the table at one version stands as long as it is the same. */
  get version(): number {
    return this.writes;
  }

  get(promptId: string): JobRow | undefined {
    return this.rows.get(promptId);
  }

  /** Call it when the row's transaction has committed (`WriteGate.afterCommit`). */
  wrote(job: JobRow): void {
    this.writes += 1;
    if (job.phase === 'done') this.rows.delete(job.prompt_id);
    else this.rows.set(job.prompt_id, job);
  }

  /** Call it after a change that failed, and after one that doesn't tell what it wrote. */
  forget(promptIds: readonly string[]): void {
    this.writes += 1;
    for (const promptId of promptIds) this.rows.delete(promptId);
  }
}
