import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { whereOwner } from '../../../platform/database/where-owner';
import type { JobCounts } from '../public/batch-jobs';
import type { JobStatus } from '../tracking/job-state';
import { JobEntity, type JobSummaryRow, SUMMARY_COLUMNS } from './job.entity';

const NO_JOBS: JobCounts = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };

interface StatusCount {
  readonly batch: string;
  readonly status: JobStatus;
  readonly count: string | number;
}

/** Reads the jobs of batches. */
@Injectable()
export class BatchJobsRepository {
  constructor(private readonly read: ReadConnection) {}

  /** The number of jobs in each status, by batch, in one statement; batches without a job are left out. */
  async counts(batchIds: readonly string[]): Promise<ReadonlyMap<string, JobCounts>> {
    if (batchIds.length === 0) return new Map();
    const rows = await this.jobs()
      .select('job.batch_id', 'batch')
      .addSelect('job.status', 'status')
      .addSelect('COUNT(*)', 'count')
      .where('job.batch_id IN (:...batchIds)', { batchIds })
      .groupBy('job.batch_id')
      .addGroupBy('job.status')
      .getRawMany<StatusCount>();
    const counts = new Map<string, JobCounts>();
    for (const { batch, status, count } of rows)
      counts.set(batch, { ...(counts.get(batch) ?? NO_JOBS), [status]: Number(count) });
    return counts;
  }

  /** The jobs of the runs `first` to `end`, without `end`, in the order of the runs. */
  async between(batchId: string, first: number, end: number): Promise<JobSummaryRow[]> {
    return this.ofBatch(batchId)
      .select(SUMMARY_COLUMNS.map((column) => `job.${column}`))
      .andWhere('job.batch_index >= :first AND job.batch_index < :end', { first, end })
      .orderBy('job.batch_index')
      .getMany();
  }

  /** Prompt ids of the queued and running jobs of a batch. */
  async unfinished(batchId: string): Promise<readonly string[]> {
    const jobs = await this.ofBatch(batchId)
      .select('job.prompt_id')
      .andWhere("job.status IN ('queued', 'running')")
      .getMany();
    return jobs.map(({ prompt_id }) => prompt_id);
  }

  /** How many jobs of all batches of an owner are queued or running. */
  async countUnfinished(ownerId: string | null): Promise<number> {
    const unfinished = this.jobs()
      .where("job.status IN ('queued', 'running')")
      .andWhere('job.batch_id IS NOT NULL');
    return whereOwner(unfinished, ownerId).getCount();
  }

  private ofBatch(batchId: string): SelectQueryBuilder<JobEntity> {
    return this.jobs().where('job.batch_id = :batchId', { batchId });
  }

  private jobs(): SelectQueryBuilder<JobEntity> {
    return this.read.manager.createQueryBuilder(JobEntity, 'job');
  }
}
