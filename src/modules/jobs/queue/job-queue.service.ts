import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { messageRedactorFor } from '../../providers/public/redact-messages';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { DispatcherService } from '../dispatch/dispatcher.service';
import { SubmissionService } from '../dispatch/submission.service';
import { ConcurrencyCap } from '../jobs.errors';
import { JobQueue, type NewJob, type Verdict, type WithNewJob } from '../public/job-queue';
import type { JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';
import { JobStateService } from '../tracking/job-state.service';
import { newJobRows, NewJobsRepository } from './new-jobs.repository';

@Injectable()
export class JobQueueService extends JobQueue {
  constructor(
    private readonly newJobs: NewJobsRepository,
    private readonly jobs: JobsRepository,
    private readonly state: JobStateService,
    private readonly dispatcher: DispatcherService,
    private readonly submission: SubmissionService,
    private readonly providers: ProviderDirectory,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {
    super();
  }

  async enqueue(caller: Caller, job: NewJob, also?: WithNewJob): Promise<Verdict> {
    return this.verdictOrTimeout(caller, await this.insert(caller, job, also));
  }

  async add(caller: Caller, job: NewJob, also?: WithNewJob): Promise<void> {
    const { phase, provider } = await this.insert(caller, job, also);
    if (phase === 'waiting') this.dispatcher.wake(provider);
  }

  async verdict(caller: Caller, promptId: string): Promise<Verdict> {
    const job = await this.jobs.find(promptId);
    return job ? this.verdictOrTimeout(caller, job) : { ok: true };
  }

  /** Throws `ConcurrencyCap`. */
  private async insert(caller: Caller, job: NewJob, also?: WithNewJob): Promise<JobRow> {
    const { waiting, payload } = newJobRows(caller, job, this.clock.timestamp());
    const cap = caller.maxConcurrentJobs;
    const slots = await this.dispatcher.slots(job.provider);
    // Jobs with input files are not claimed here: the dispatcher uploads the files first.
    const claimed = job.inputs.length === 0 ? this.state.claimed(waiting) : null;
    const rows = { waiting, claimed, payload };
    const written = await this.newJobs.insert(rows, { cap, slots }, also);
    if (!written) throw new ConcurrencyCap(cap ?? 0);
    if (written === claimed) this.submission.submit(written, payload);
    this.state.announceNew(written);
    return written;
  }

  /** The job exists: when the verdict takes too long, the request is answered without it. */
  private async verdictOrTimeout(caller: Caller, job: JobRow): Promise<Verdict> {
    const { submit_wait_ms } = this.config.current().jobs;
    const pending = this.submission.verdictOf(job.prompt_id) ?? this.dispatched(job);
    const verdict = await this.clock.within(submit_wait_ms, pending);
    if (!verdict?.nodeErrors) return verdict ?? { ok: true };
    const addresses = this.providers.list().map(({ base_url }) => base_url);
    return {
      ...verdict,
      nodeErrors: messageRedactorFor(caller, addresses).errors(verdict.nodeErrors),
    };
  }

  /** After a pass of the dispatcher, the job is being submitted, or it is still another owner's turn. */
  private async dispatched({ prompt_id, provider }: JobRow): Promise<Verdict> {
    await this.dispatcher.pass(provider);
    return this.submission.verdictOf(prompt_id) ?? verdictInRow(await this.jobs.find(prompt_id));
  }
}

function verdictInRow(job: JobRow | null): Verdict {
  if (job?.error?.code === 'node_refused') {
    return { ok: false, ...(job.node_errors ? { nodeErrors: job.node_errors } : {}) };
  }
  return job?.number == null ? { ok: true } : { ok: true, number: job.number, nodeErrors: {} };
}
