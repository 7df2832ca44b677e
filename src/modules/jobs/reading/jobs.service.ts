import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayRead, ownerFilter } from '../../../platform/access/scope';
import type { AnswerRecipe } from '../../../platform/http/content/ready-answers';
import { encodeCursor, readPage, parseSinceParameter } from '../../../platform/http/paging';
import type { JobsQuery } from '../dto/job-query.dto';
import type { JobPage, JobRecord } from '../dto/job.response';
import { type JobPreview, LiveJobsService } from '../feed/live-jobs.service';
import { PreviewNotFound } from '../jobs.errors';
import { JobNotFound } from '../public/job-reader';
import type { JobRow } from '../records/job.entity';
import { JobCache } from '../records/job-cache';
import { JobListRepository } from '../records/job-list.repository';
import { JobsRepository } from '../records/jobs.repository';
import { isFinal } from '../tracking/job-state';
import { PollingService } from '../tracking/polling.service';
import { JobViewsService } from './job-views.service';
import { type JobWait, JobWaitService } from './job-wait.service';

/** The snapshot of a stream has at most this many unfinished jobs; the list has the rest. The Studio knows this number. */
const MAX_SNAPSHOT_JOBS = 200;

/** What callers read of their jobs. */
@Injectable()
export class JobsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly list: JobListRepository,
    private readonly cache: JobCache,
    private readonly waits: JobWaitService,
    private readonly views: JobViewsService,
    private readonly live: LiveJobsService,
    private readonly polling: PollingService,
  ) {}

  /** The record, kept once the job has ended: progress and waiting times change without a revision. */
  recordRecipe(caller: Caller, promptId: string): AnswerRecipe<JobRecord> {
    return {
      caller,
      make: () => this.get(caller, promptId),
      sources: () => [this.cache.endedJob(promptId), ...this.views.sources()],
      lasts: () => this.cache.endedJob(promptId) !== undefined,
    };
  }

  /** A page, kept if all of its jobs have ended. */
  pageRecipe(caller: Caller, query: JobsQuery): AnswerRecipe<JobPage> {
    return {
      caller,
      make: () => this.page(caller, query),
      sources: () => [this.cache.revision, ...this.views.sources()],
      lasts: ({ items }) => items.every(({ status }) => isFinal(status)),
    };
  }

  /** The record as it is now or, with `wait`, once the job has ended or the time is up. */
  async get(caller: Caller, promptId: string, wait?: JobWait): Promise<JobRecord> {
    const ended = this.cache.endedJob(promptId);
    if (ended && mayRead(caller, ended.job.owner_id)) {
      return this.views.record(caller, ended.job);
    }
    const stored = await this.find(caller, promptId);
    // Before the lookup, which may fail because the node is offline.
    const unreachable = this.waits.unreachable([stored]);
    const job = await this.polling.fresh(stored);
    if (!wait || wait.seconds === 0 || isFinal(job.status)) return this.views.record(caller, job);
    await this.waits.until(caller, [job], unreachable, wait);
    return this.views.record(caller, await this.find(caller, promptId));
  }

  async page(caller: Caller, query: JobsQuery): Promise<JobPage> {
    const owner = ownerFilter(caller);
    const { since, order, ...conditions } = query;
    const filter = {
      ...conditions,
      since: since === undefined ? undefined : parseSinceParameter(since),
    };
    const page = readPage(query);
    const rows = await this.list.page(owner, filter, { ...page, order });
    const jobs = rows.slice(0, page.limit);
    const last = jobs.at(-1);
    const more = rows.length > page.limit && last;
    return {
      items: await this.views.summaries(caller, jobs),
      next_cursor: more
        ? encodeCursor({ sort: last.created_at, id: last.prompt_id }, page.filters)
        : null,
      ...(page.withTotal ? { total: await this.list.count(owner, filter) } : {}),
    };
  }

  /**
   * Several jobs as they are once one or all of them have ended, the node of one goes away or is back, or the time is up.
   * Ids that the caller may not see count as ended.
   */
  async several(caller: Caller, promptIds: readonly string[], wait: JobWait): Promise<JobPage> {
    const requested = [...new Set(promptIds)];
    const stored = await this.jobs.findAll(caller, requested);
    const unreachable = this.waits.unreachable([...stored.values()]);
    const jobs = await Promise.all([...stored.values()].map((job) => this.polling.fresh(job)));
    const unfinished = jobs.filter((job) => !isFinal(job.status));
    const isOver =
      unfinished.length === 0 || (wait.until === 'any' && unfinished.length < requested.length);
    if (!isOver && wait.seconds > 0) await this.waits.until(caller, unfinished, unreachable, wait);
    const missing = requested.filter((id) => !stored.has(id));
    const page = { limit: requested.length, after: null };
    const filter = { prompt_ids: requested };
    const owner = ownerFilter(caller);
    const items = await this.views.summaries(caller, await this.list.page(owner, filter, page));
    return { items, next_cursor: null, missing };
  }

  /** Unfinished jobs of the caller, at most a page of them: running ones, then the oldest that are queued. */
  async unfinished(caller: Caller): Promise<JobRow[]> {
    return this.list.unfinishedRows(ownerFilter(caller), MAX_SNAPSHOT_JOBS);
  }

  /** The graph that was submitted to the node. */
  async graph(caller: Caller, promptId: string): Promise<object> {
    await this.find(caller, promptId);
    return (await this.jobs.payload(promptId)).graph;
  }

  /** The newest sampler picture, from memory. */
  async preview(caller: Caller, promptId: string): Promise<JobPreview> {
    await this.find(caller, promptId);
    const preview = this.live.preview(promptId);
    if (!preview) throw new PreviewNotFound(promptId);
    return preview;
  }

  /** The row. Throws `JobNotFound` if the caller may not see it. */
  async find(caller: Caller, promptId: string): Promise<JobRow> {
    const job = await this.jobs.findFor(caller, promptId);
    if (!job) throw new JobNotFound();
    return job;
  }
}
