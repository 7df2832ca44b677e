import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import {
  encodeCursor,
  invalidCursor,
  type PagePosition,
  type PageQuery,
  readPage,
} from '../../platform/http/paging';
import { type BatchJob, BatchJobs } from '../jobs/public/batch-jobs';
import { runAt } from './batch-runs';
import { BatchesService } from './batches.service';
import type { BatchChild, ChildPage } from './dto/batch.response';
import type { BatchRow } from './records/batch.entity';
import { BatchesRepository } from './records/batches.repository';

/** The runs of a batch, with their jobs. */
@Injectable()
export class BatchChildrenService {
  constructor(
    private readonly batches: BatchesService,
    private readonly rows: BatchesRepository,
    private readonly jobs: BatchJobs,
  ) {}

  /** In order. A fixed number of statements, whatever the limit. @throws BatchNotFound */
  async page(caller: Caller, id: string, query: PageQuery): Promise<ChildPage> {
    const { after, limit, withTotal } = readPage(query);
    const batch = await this.batches.find(caller, id);
    const first = after ? indexOf(after, batch) + 1 : 0;
    const end = Math.min(first + limit, batch.total);
    const jobs = await this.jobs.between(caller, id, first, end);
    const last = { sort: end - 1, id };
    return {
      items: await this.children(batch, jobs, first, end),
      next_cursor: end < batch.total ? encodeCursor(last) : null,
      ...(withTotal ? { total: batch.total } : {}),
    };
  }

  private async children(
    batch: BatchRow,
    jobs: readonly BatchJob[],
    first: number,
    end: number,
  ): Promise<BatchChild[]> {
    const jobOf = new Map(jobs.map((job) => [job.index, job]));
    const refusals = await this.rows.refusals(batch.id, first, end);
    const errorOf = new Map(refusals.map(({ position, error }) => [position, error]));
    const indexes = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
    return indexes.map((index) => {
      const job = jobOf.get(index);
      const error = job?.error ?? errorOf.get(index);
      const statusWithoutJob = batch.status === 'cancelled' ? 'cancelled' : 'waiting';
      return {
        index,
        values: { ...runAt(batch, index).values },
        status: job?.status ?? (error ? 'failed' : statusWithoutJob),
        prompt_id: job?.promptId ?? null,
        ...(error ? { error: { code: error.code, message: error.message } } : {}),
      };
    });
  }
}

/** The index of the run that a page ended with. @throws ValidationFailed for a cursor of another collection */
function indexOf({ sort, id }: PagePosition, batch: BatchRow): number {
  const isIndex = typeof sort === 'number' && Number.isInteger(sort);
  if (id !== batch.id || !isIndex || sort < 0 || sort >= batch.total) throw invalidCursor();
  return sort;
}
