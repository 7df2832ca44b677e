import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayRead, ownerFilter } from '../../../platform/access/scope';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { encodeCursor, readPage } from '../../../platform/http/paging';
import { parseSinceParameter } from '../../../platform/http/since-parameter';
import type { JobsQuery } from '../dto/job-query.dto';
import type { JobPage, JobRecord, JobSummary } from '../dto/job.response';
import { type JobPreview, LiveJobsService } from '../feed/live-jobs.service';
import { JobFinished, PreviewNotFound } from '../jobs.errors';
import { JobNotFound } from '../public/job-reader';
import type { JobOutputRow, JobRow, JobSummaryRow } from '../records/job.entity';
import { JobCache } from '../records/job-cache';
import { JobListRepository } from '../records/job-list.repository';
import { JobsRepository } from '../records/jobs.repository';
import { isFinal } from '../tracking/job-state';
import { JobStateService } from '../tracking/job-state.service';
import { JobOutlookService } from './job-outlook.service';
import { toRecord, toSummary } from './job-record';
import { type JobWait, JobWaitService } from './job-wait.service';

/** The snapshot of a stream has at most this many unfinished jobs; the list has the rest. */
const MAX_SNAPSHOT_JOBS = 200;

/** What callers read of their jobs, and how they cancel them. */
@Injectable()
export class JobsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly list: JobListRepository,
    private readonly cache: JobCache,
    private readonly waits: JobWaitService,
    private readonly outlooks: JobOutlookService,
    private readonly live: LiveJobsService,
    private readonly state: JobStateService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** The record as it is now or, with `wait`, once the job has ended or the time is up. */
  async get(caller: Caller, promptId: string, wait?: JobWait): Promise<JobRecord> {
    const ended = this.cache.endedJob(promptId);
    if (ended && mayRead(caller, ended.job.owner_id)) {
      return this.record(caller, ended.job, ended.outputs);
    }
    let job = await this.waits.fresh(await this.find(caller, promptId));
    if (wait && wait.seconds > 0 && !isFinal(job.status)) {
      job = await this.waits.untilEnd(caller, job, wait);
    }
    return this.record(caller, job, await this.outputs(job));
  }

  async page(caller: Caller, query: JobsQuery): Promise<JobPage> {
    const owner = ownerFilter(caller);
    const { since, ...conditions } = query;
    const filter = {
      ...conditions,
      since: since === undefined ? undefined : parseSinceParameter(since),
    };
    const page = readPage(query);
    const rows = await this.list.page(owner, filter, page);
    const jobs = rows.slice(0, page.limit);
    const last = jobs.at(-1);
    const more = rows.length > page.limit && last;
    return {
      items: await this.summaries(caller, jobs),
      next_cursor: more ? encodeCursor({ sort: last.created_at, id: last.prompt_id }) : null,
      ...(page.withTotal ? { total: await this.list.count(owner, filter) } : {}),
    };
  }

  /** Unfinished jobs of the caller, oldest first, at most a page of them. */
  async unfinished(caller: Caller): Promise<JobSummary[]> {
    const page = { limit: MAX_SNAPSHOT_JOBS, after: null, withTotal: false };
    const unfinished = { status: ['queued', 'running'] as const };
    const jobs = await this.list.page(ownerFilter(caller), unfinished, page);
    return this.summaries(caller, jobs.slice(0, MAX_SNAPSHOT_JOBS).reverse());
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

  /**
   * Final for the caller at once; the job is then withdrawn from its node.
   * @throws JobFinished when the job has ended
   */
  async cancel(caller: Caller, promptId: string): Promise<JobRecord> {
    const job = await this.find(caller, promptId);
    if (isFinal(job.status)) throw new JobFinished(promptId, job.status);
    const operation = {
      action: 'job.cancel',
      kind: 'job',
      subject: promptId,
      ownerId: job.owner_id,
    };
    const cancelled = await this.state.apply(promptId, { kind: 'cancel' }, (tx) =>
      this.auditLog.recordForeign(tx, caller, operation),
    );
    if (!cancelled) {
      const { status } = await this.find(caller, promptId);
      throw new JobFinished(promptId, status);
    }
    return this.get(caller, promptId);
  }

  /** The row. Throws `JobNotFound` if the caller may not see it. */
  async find(caller: Caller, promptId: string): Promise<JobRow> {
    const job = await this.jobs.findFor(caller, promptId);
    if (!job) throw new JobNotFound();
    return job;
  }

  /** Several jobs with a fixed number of statements. */
  async summaries(caller: Caller, jobs: readonly JobSummaryRow[]): Promise<JobSummary[]> {
    const outputs = new Map<string, JobOutputRow[]>();
    for (const output of await this.list.outputs(jobs.map((job) => job.prompt_id))) {
      outputs.set(output.prompt_id, [...(outputs.get(output.prompt_id) ?? []), output]);
    }
    return jobs.map((job) =>
      toSummary(caller, job, outputs.get(job.prompt_id) ?? [], this.outlooks.situation(job)),
    );
  }

  /** Outputs are written together with the job's end, never before. */
  private async outputs(job: JobRow): Promise<readonly JobOutputRow[]> {
    if (!isFinal(job.status)) return [];
    const ended = this.cache.endedJob(job.prompt_id);
    if (ended) return ended.outputs;
    const outputs = await this.list.outputs([job.prompt_id]);
    this.cache.setEnded(job, outputs);
    return outputs;
  }

  private async record(
    caller: Caller,
    job: JobRow,
    outputs: readonly JobOutputRow[],
  ): Promise<JobRecord> {
    const outlook = await this.outlooks.outlook(job);
    return toRecord(caller, job, outputs, { ...this.outlooks.situation(job), ...outlook });
  }
}
