import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { Sources } from '../../../platform/http/content/ready-answers';
import { groupBy } from '../../../platform/group-by';
import type { JobEvent } from '../dto/job-event.response';
import type { JobRecord, JobSummary } from '../dto/job.response';
import type { JobInput } from '../public/job-queue';
import type { JobOutputRow, JobRow, JobSummaryRow } from '../records/job.entity';
import { JobCache } from '../records/job-cache';
import { JobOutputsRepository } from '../records/job-outputs.repository';
import { JobListRepository } from '../records/job-list.repository';
import { isFinal } from '../tracking/job-state';
import { MediaIntake } from '../../media/public/media-intake';
import { JobOutlookService } from './job-outlook.service';
import { expectedOutputs, toEvent, toInput, toRecord, toSummary } from './job-record';
import { JobSituationService } from './job-situation.service';
import { markMissing } from './missing-media';

/** Jobs as callers see them. */
@Injectable()
export class JobViewsService {
  constructor(
    private readonly list: JobListRepository,
    private readonly allOutputs: JobOutputsRepository,
    private readonly cache: JobCache,
    private readonly situations: JobSituationService,
    private readonly outlooks: JobOutlookService,
    private readonly media: MediaIntake,
  ) {}

  /** What the views of jobs that have ended are made from, beside their rows. */
  sources(): Sources {
    return [this.media.revision, ...this.situations.sources()];
  }

  async record(caller: Caller, job: JobRow): Promise<JobRecord> {
    const outputs = await this.outputs(job);
    const record = toRecord(caller, job, outputs, {
      ...(await this.situations.of(job)),
      ...(await this.outlooks.outlook(job)),
      inputs: (await this.inputs(job.prompt_id)).map(toInput),
    });
    await this.markMissing([record]);
    return record;
  }

  /** Several jobs with a fixed number of statements. */
  async summaries(caller: Caller, jobs: readonly JobSummaryRow[]): Promise<JobSummary[]> {
    const outputs = await this.outputsOf(jobs);
    const situation = await this.situations.ofAll(jobs);
    const summaries = jobs.map((job) => toSummary(caller, job, outputs(job), situation(job)));
    await this.markMissing(summaries);
    return summaries;
  }

  /** As {@link summaries}, for event streams. */
  async events(caller: Caller, jobs: readonly JobRow[]): Promise<JobEvent[]> {
    const outputs = await this.outputsOf(jobs);
    const situation = await this.situations.ofAll(jobs);
    const outlooks = await this.outlooks.outlooks(jobs);
    return jobs.map((job) => {
      const outlook = outlooks.get(job.prompt_id) ?? { queuePosition: null, etaSeconds: null };
      return toEvent(caller, job, outputs(job), {
        ...situation(job),
        ...outlook,
        expects: expectedOutputs(job),
      });
    });
  }

  private async markMissing(records: readonly JobSummary[]): Promise<void> {
    await markMissing(records, (paths) => this.media.existing(paths));
  }

  private async outputsOf(
    jobs: readonly Pick<JobRow, 'prompt_id' | 'status'>[],
  ): Promise<(job: Pick<JobRow, 'prompt_id'>) => readonly JobOutputRow[]> {
    const ended = jobs.filter(({ status }) => isFinal(status));
    const outputs = await this.allOutputs.short(ended.map((job) => job.prompt_id));
    const byJob = groupBy(outputs, (output) => output.prompt_id);
    return (job) => byJob.get(job.prompt_id) ?? [];
  }

  /** They never change, so that polling a job costs no statement. */
  private async inputs(promptId: string): Promise<readonly JobInput[]> {
    const cached = this.cache.inputs(promptId);
    if (cached) return cached;
    const inputs = await this.list.inputs(promptId);
    this.cache.setInputs(promptId, inputs);
    return inputs;
  }

  /** None is shown before the job's end. */
  private async outputs(job: JobRow): Promise<readonly JobOutputRow[]> {
    if (!isFinal(job.status)) return [];
    const ended = this.cache.endedJob(job.prompt_id);
    if (ended) return ended.outputs;
    const outputs = await this.allOutputs.of(job.prompt_id);
    this.cache.setEnded(job, outputs);
    return outputs;
  }
}
