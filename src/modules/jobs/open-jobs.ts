import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { JobRow } from './job.entity';

/** Characters of prompts and descriptions that are kept at most; what falls out is read from its table again. */
const MOST = 8 * 1024 * 1024;
/** The rest of a row, roughly. */
const ROW = 2_048;

/**
 * Rows of open jobs as this process last wrote them. It is the only one that writes (one server per database), so
 * reading here is reading the table: whoever polls a running job costs no statement. Only committed rows come in, in
 * the order of their commits; a row whose change is under way, or ended nobody knows how, is not here.
 */
@Injectable()
export class OpenJobs {
  private readonly rows = new LRUCache<string, JobRow>({
    maxSize: MOST,
    sizeCalculation: ({ prompt, description }) => ROW + prompt.length + description.length,
  });

  get(promptId: string): JobRow | undefined {
    return this.rows.get(promptId);
  }

  /** Call it when the row's transaction has committed (`WriteGate.afterCommit`). */
  wrote(job: JobRow): void {
    if (job.phase === 'done') this.rows.delete(job.prompt_id);
    else this.rows.set(job.prompt_id, job);
  }

  /** Call it before a change is tried, and after one that doesn't tell what it wrote. */
  forget(promptIds: readonly string[]): void {
    for (const promptId of promptIds) this.rows.delete(promptId);
  }
}
