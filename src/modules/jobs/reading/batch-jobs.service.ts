import { Injectable } from '@nestjs/common';
import { filter, map, type Observable } from 'rxjs';
import type { Caller } from '../../../platform/access/caller';
import { ConfigService } from '../../../platform/config/config.service';
import type { JobSummary } from '../dto/job.response';
import {
  type BatchJob,
  type BatchJobChange,
  BatchJobs,
  type JobCounts,
} from '../public/batch-jobs';
import { BatchJobsRepository } from '../records/batch-jobs.repository';
import { isFinal } from '../tracking/job-state';
import { type JobChange, JobStateService } from '../tracking/job-state.service';
import { JobViewsService } from './job-views.service';

@Injectable()
export class BatchJobsService implements BatchJobs {
  readonly changes: Observable<BatchJobChange>;

  constructor(
    private readonly rows: BatchJobsRepository,
    private readonly views: JobViewsService,
    private readonly state: JobStateService,
    private readonly config: ConfigService,
  ) {
    this.changes = state.changes.pipe(
      map(batchChange),
      filter((change) => change !== null),
    );
  }

  counts(batchIds: readonly string[]): Promise<ReadonlyMap<string, JobCounts>> {
    return this.rows.counts(batchIds);
  }

  async between(
    caller: Caller,
    batchId: string,
    first: number,
    end: number,
  ): Promise<readonly BatchJob[]> {
    const rows = await this.rows.between(batchId, first, end);
    return (await this.views.summaries(caller, rows)).map(toBatchJob);
  }

  async isFull({ ownerId, maxConcurrentJobs: cap }: Caller): Promise<boolean> {
    const limit = cap === null ? this.config.current().jobs.batch_in_flight : Math.max(1, cap - 1);
    return (await this.rows.countUnfinished(ownerId)) >= limit;
  }

  async cancel(batchId: string): Promise<void> {
    for (const promptId of await this.rows.unfinished(batchId))
      await this.state.apply(promptId, { kind: 'cancel' });
  }
}

function batchChange({ job, previous }: JobChange): BatchJobChange | null {
  const { batch_id: batchId, owner_id: ownerId, status, revision } = job;
  if (batchId === null || (status === previous.status && revision > 0)) return null;
  return { batchId, ownerId, hasEnded: isFinal(status) };
}

function toBatchJob({ batch_index, prompt_id, status, error, outputs }: JobSummary): BatchJob {
  const shown = outputs.find(({ type }) => type === 'image' || type === 'video');
  return {
    index: batch_index ?? 0,
    promptId: prompt_id,
    status,
    error: error && { code: error.code, message: error.message },
    path: shown?.path ?? null,
  };
}
