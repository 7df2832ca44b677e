import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { OwnerNames } from '../../../platform/access/owner-names';
import type { OwnerFilter } from '../../../platform/access/scope';
import { BoundedReads } from '../../../platform/database/bounded-reads';
import { plainRows } from '../../../platform/database/plain-rows';
import { ReadConnection } from '../../../platform/database/read-connection';
import { whereOwner } from '../../../platform/database/where-owner';
import type { PageRequest } from '../../../platform/http/paging';
import type { JobInput } from '../public/job-queue';
import type { QueuedOwner } from '../public/job-canceller';
import {
  JobEntity,
  JobPayloadEntity,
  type JobRow,
  type JobSummaryRow,
  SUMMARY_COLUMNS,
} from './job.entity';
import { mediaInputs } from './job-cache';
import { type JobFilter, jobConditions } from './job-filter';
import { OUTLOOK_COLUMNS, type OutlookJob } from './outlook-job';

/** As many prompts as a node's history holds; both databases take that many parameters. */
const MAX_PROMPT_IDS = 10_000;

/** A refusal lists at most this many unfinished jobs; no cap in use is as large. */
const MAX_UNFINISHED = 100;

/** The ids of our jobs: anything else can't be one, and costs no statement. */
const OUR_PROMPT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Lists of jobs, restricted to an owner. */
@Injectable()
export class JobListRepository {
  constructor(
    private readonly read: ReadConnection,
    private readonly bounded: BoundedReads,
    private readonly owners: OwnerNames,
  ) {}

  /**
   * One more row than `limit`, newest first unless `order` says otherwise, so that the service knows whether a page follows.
   *
   * @throws QueryTooCostly
   */
  async page(
    owner: OwnerFilter,
    filter: JobFilter,
    page: Pick<PageRequest, 'limit' | 'after'> & { order?: 'newest' | 'oldest' | undefined },
  ): Promise<JobSummaryRow[]> {
    const isOldestFirst = page.order === 'oldest';
    const direction = isOldestFirst ? 'ASC' : 'DESC';
    const query = this.filtered(owner, filter)
      .orderBy('job.created_at', direction)
      .addOrderBy('job.prompt_id', direction)
      .limit(page.limit + 1);
    if (page.after) {
      // Compared as a pair, so that both databases start in the middle of the index.
      const isAfter = isOldestFirst ? '>' : '<';
      query.andWhere(`(job.created_at, job.prompt_id) ${isAfter} (:sort, :id)`, { ...page.after });
    }
    return plainRows(query, SUMMARY_COLUMNS, {}, (rows) => this.rows(owner, filter, rows));
  }

  /** @throws QueryTooCostly */
  async count(owner: OwnerFilter, filter: JobFilter): Promise<number> {
    const query = this.filtered(owner, filter).select('COUNT(*)', 'count');
    const [row] = await this.rows(owner, filter, query);
    return Number(row?.['count']);
  }

  /** Queued and running jobs of an owner: what `max_concurrent_jobs` limits. */
  async countUnfinished(ownerId: string): Promise<number> {
    return this.read.manager
      .createQueryBuilder(JobEntity, 'job')
      .where("job.status IN ('queued', 'running')")
      .andWhere('job.owner_id = :ownerId', { ownerId })
      .getCount();
  }

  /** Queued and running jobs of an owner, newest first; at most {@link MAX_UNFINISHED}. */
  async unfinished(ownerId: string): Promise<JobSummaryRow[]> {
    const page = { limit: MAX_UNFINISHED - 1, after: null };
    return this.page({ all: false, ownerId }, { status: ['queued', 'running'] }, page);
  }

  /** Whole rows of running jobs, then of queued ones, each oldest first. */
  async unfinishedRows(owner: OwnerFilter, limit: number): Promise<JobRow[]> {
    return this.filtered(owner, { status: ['queued', 'running'] })
      .orderBy('job.status', 'DESC')
      .addOrderBy('job.created_at', 'ASC')
      .addOrderBy('job.prompt_id', 'ASC')
      .limit(limit)
      .getMany();
  }

  /** The media files that a job was made from. */
  async inputs(promptId: string): Promise<readonly JobInput[]> {
    const payload = await this.read.manager.findOne(JobPayloadEntity, {
      select: { prompt_id: true, inputs: true },
      where: { prompt_id: promptId },
    });
    return payload ? mediaInputs(payload) : [];
  }

  /** Queued jobs of all owners, oldest first. */
  async queued(limit: number): Promise<OutlookJob[]> {
    return this.filtered({ all: true }, { status: ['queued'] })
      .select(OUTLOOK_COLUMNS.map((column) => `job.${column}`))
      .orderBy('job.created_at', 'ASC')
      .limit(limit)
      .getMany();
  }

  /** Whole rows of running jobs of all owners. */
  async runningRows(): Promise<JobRow[]> {
    return this.filtered({ all: true }, { status: ['running'] }).getMany();
  }

  /** Queued jobs of an owner, or all of them; first those that would run last, so that none moves up meanwhile. */
  async queuedJobs(owner: QueuedOwner): Promise<Pick<JobRow, 'prompt_id' | 'owner_id'>[]> {
    const query = this.read.manager
      .createQueryBuilder(JobEntity, 'job')
      .select(['job.prompt_id', 'job.owner_id'])
      .where("job.phase <> 'done' AND job.status = 'queued'")
      .orderBy('job.created_at', 'DESC');
    return whereOwner(query, owner.all ? undefined : owner.ownerId).getMany();
  }

  /** Those of `promptIds` that are jobs of this owner. One statement at most. */
  async promptsOf(owner: OwnerFilter, promptIds: readonly string[]): Promise<ReadonlySet<string>> {
    const candidates = promptIds.filter((id) => OUR_PROMPT_ID.test(id)).slice(-MAX_PROMPT_IDS);
    if (candidates.length === 0) return new Set();
    const query = this.read.manager
      .createQueryBuilder(JobEntity, 'job')
      .select('job.prompt_id')
      .where('job.prompt_id IN (:...candidates)', { candidates });
    // COALESCE keeps SQLite from using the index on owners, which would read all jobs of the owner.
    if (!owner.all) query.andWhere("COALESCE(job.owner_id, '') = :ownerId", owner);
    const jobs = await query.getMany();
    return new Set(jobs.map(({ prompt_id }) => prompt_id));
  }

  /** What a search for words costs depends on the words: it must not delay other reads. */
  private async rows(
    owner: OwnerFilter,
    { q }: JobFilter,
    query: SelectQueryBuilder<JobEntity>,
  ): Promise<Record<string, unknown>[]> {
    if (q === undefined) return query.getRawMany();
    return this.bounded.rowsOf(owner.all ? '' : owner.ownerId, query);
  }

  private filtered(owner: OwnerFilter, filter: JobFilter): SelectQueryBuilder<JobEntity> {
    const query = this.scoped(owner);
    const scope = (alias: string): readonly string[] =>
      owner.all ? [] : [`${alias}.owner_id = :ownerId`];
    for (const { sql, parameters } of jobConditions(filter, scope)) query.andWhere(sql, parameters);
    if (filter.owner !== undefined && filter.owner !== '*')
      query.andWhere('job.owner_id = :named', { named: this.owners.idOf(filter.owner) });
    return query;
  }

  private scoped(owner: OwnerFilter): SelectQueryBuilder<JobEntity> {
    const query = this.read.manager.createQueryBuilder(JobEntity, 'job');
    return owner.all ? query : query.where('job.owner_id = :ownerId', { ownerId: owner.ownerId });
  }
}
