import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isFinal } from '../tracking/job-state';
import type { JobOutputRow, JobRow } from './job.entity';

/** A job that has ended, with its outputs. */
export interface EndedJob {
  readonly job: JobRow;
  readonly outputs: readonly JobOutputRow[];
}

const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Any column of a row may be long: what callers send is in several of them. */
const charactersOf = (cached: JobRow | EndedJob): number => JSON.stringify(cached).length;

/**
 * Job rows in memory, so that polling a job costs no statement. This process is the only writer (one server per
 * database): open jobs are cached as it last committed them, ended jobs never change.
 */
@Injectable()
export class JobCache {
  private readonly open = new LRUCache<string, JobRow>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: charactersOf,
  });
  private readonly ended = new LRUCache<string, EndedJob>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: charactersOf,
  });
  /** Increases with every change of an open job. */
  private version = 0;

  /** Increases with every change of a job. */
  get revision(): number {
    return this.version;
  }

  openJob(promptId: string): JobRow | undefined {
    return this.open.get(promptId);
  }

  endedJob(promptId: string): EndedJob | undefined {
    return this.ended.get(promptId);
  }

  /** Call it when the row's transaction has committed (`WriteGate.afterCommit`), in the order of the commits. */
  setOpen(job: JobRow): void {
    this.version += 1;
    if (job.phase === 'done') this.open.delete(job.prompt_id);
    else this.open.set(job.prompt_id, job);
  }

  /** Ignores jobs that are not over yet, for their caller or for their node. */
  setEnded(job: JobRow, outputs: readonly JobOutputRow[]): void {
    if (isFinal(job.status) && job.phase === 'done') {
      this.ended.set(job.prompt_id, { job, outputs });
    }
  }

  /** Call it after a change that failed, and after one whose resulting row is unknown. */
  invalidate(promptId: string): void {
    this.version += 1;
    this.open.delete(promptId);
  }

  /** Caches the result of `read` until an open job changes. */
  untilChanged<T>(read: () => Promise<T>): () => Promise<T> {
    let cached: { readonly version: number; readonly value: T } | undefined;
    return async () => {
      const { version } = this;
      if (cached?.version !== version) cached = { version, value: await read() };
      return cached.value;
    };
  }
}
