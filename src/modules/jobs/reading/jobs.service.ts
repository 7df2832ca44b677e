import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayRead, ownerFilter } from '../../../platform/access/scope';
import { encodeCursor, readPage } from '../../../platform/http/paging';
import type { JobsQuery } from '../dto/job-query.dto';
import type { JobPage, JobRecord, JobSummary } from '../dto/job.response';
import { FinalJobs } from '../records/final-jobs';
import { readFilter } from './job-filter';
import { JobFreshness } from './job-freshness.service';
import { JobListRepository } from '../records/job-list.repository';
import { JobOutlookService } from './job-outlook.service';
import { toRecord, toSummary } from './job-record';
import type { JobOutputRow, JobRow } from '../records/job.entity';
import { isFinal } from '../tracking/job-state';
import type { Patience } from './job-wait.service';
import { JobsRepository } from '../records/jobs.repository';
import { JobNotFound } from '../public/job-not-found';

/** Unfinished jobs that a snapshot shows at most; the list has the rest. */
const UNFINISHED = 200;

/** Jobs as their callers read them. */
@Injectable()
export class JobsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly list: JobListRepository,
    private readonly outlooks: JobOutlookService,
    private readonly freshness: JobFreshness,
    private readonly finals: FinalJobs,
  ) {}

  /** The record as it is now, or, with patience, as it is when the job ends or the time is up. */
  async get(
    caller: Caller,
    promptId: string,
    patience: Patience | null = null,
  ): Promise<JobRecord> {
    const final = this.finals.get(promptId);
    if (final && mayRead(caller, final.job.owner_id))
      return this.record(caller, final.job, final.outputs);
    const job = await this.freshness.latest(caller, await this.find(caller, promptId), patience);
    return this.record(caller, job, await this.outputs(job));
  }

  async page(caller: Caller, query: JobsQuery): Promise<JobPage> {
    const owner = ownerFilter(caller);
    const filter = readFilter(query);
    const request = readPage(query);
    const found = await this.list.page(owner, filter, request);
    const jobs = found.slice(0, request.limit);
    const last = jobs.at(-1);
    const more = found.length > request.limit && last;
    return {
      items: await this.summaries(caller, jobs),
      next_cursor: more ? encodeCursor({ sort: last.created_at, id: last.prompt_id }) : null,
      ...(request.withTotal ? { total: await this.list.count(owner, filter) } : {}),
    };
  }

  /** Jobs of the caller that haven't ended, oldest first, up to a page of them. */
  async unfinished(caller: Caller): Promise<JobSummary[]> {
    const page = { limit: UNFINISHED, after: null, withTotal: false };
    const open = { status: ['queued', 'running'] as const };
    const jobs = await this.list.page(ownerFilter(caller), open, page);
    return this.summaries(caller, jobs.slice(0, UNFINISHED).reverse());
  }

  /** The graph that the node was given. */
  async graph(caller: Caller, promptId: string): Promise<object> {
    await this.find(caller, promptId);
    const payload = await this.list.payload(promptId);
    if (!payload) throw new JobNotFound();
    return payload.graph;
  }

  /** The row, if the caller may see it. */
  async find(caller: Caller, promptId: string): Promise<JobRow> {
    const job = await this.jobs.findFor(caller, promptId);
    if (!job) throw new JobNotFound();
    return job;
  }

  /** Several jobs with a fixed number of statements. */
  async summaries(caller: Caller, jobs: readonly JobRow[]): Promise<JobSummary[]> {
    const outputs = new Map<string, JobOutputRow[]>();
    for (const output of await this.list.outputs(jobs.map((job) => job.prompt_id))) {
      outputs.set(output.prompt_id, [...(outputs.get(output.prompt_id) ?? []), output]);
    }
    return jobs.map((job) =>
      toSummary(caller, job, outputs.get(job.prompt_id) ?? [], this.outlooks.situation(job)),
    );
  }

  /** Written with the end, never before. */
  private async outputs(job: JobRow): Promise<readonly JobOutputRow[]> {
    if (!isFinal(job.status)) return [];
    const known = this.finals.get(job.prompt_id);
    if (known) return known.outputs;
    const outputs = await this.list.outputs([job.prompt_id]);
    this.finals.keep(job, outputs);
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
