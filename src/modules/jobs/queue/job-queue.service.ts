import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { DispatcherService } from '../dispatch/dispatcher.service';
import { JobEventsService } from '../feed/job-events.service';
import { SubmissionService } from '../dispatch/submission.service';
import { JobQueue, type NewJob, type Verdict, type WithNewJob } from '../public/job-queue';
import type { JobRow } from '../records/job.entity';
import { JobStateService } from '../tracking/job-state.service';
import { JobAdmissionService } from './job-admission.service';
import { newJobRows, NewJobsRepository } from './new-jobs.repository';
import { VerdictService } from './verdict.service';

@Injectable()
export class JobQueueService implements JobQueue {
  constructor(
    private readonly newJobs: NewJobsRepository,
    private readonly state: JobStateService,
    private readonly dispatcher: DispatcherService,
    private readonly submission: SubmissionService,
    private readonly verdicts: VerdictService,
    private readonly admission: JobAdmissionService,
    private readonly events: JobEventsService,
    private readonly clock: Clock,
  ) {}

  async enqueue(caller: Caller, job: NewJob, also?: WithNewJob): Promise<Verdict> {
    return this.verdicts.ofNew(caller, await this.insert(caller, job, also));
  }

  async add(caller: Caller, job: NewJob, also?: WithNewJob): Promise<void> {
    const { phase, provider } = await this.insert(caller, job, also);
    if (phase === 'waiting') this.dispatcher.wake(provider);
  }

  verdict(caller: Caller, promptId: string): Promise<Verdict> {
    return this.verdicts.of(caller, promptId);
  }

  /** Throws `QuotaReached` and `ConcurrencyCap`. */
  private async insert(caller: Caller, job: NewJob, also?: WithNewJob): Promise<JobRow> {
    await this.admission.assertStorage(caller);
    const { waiting, payload } = newJobRows(caller, job, this.clock.timestamp());
    const cap = caller.maxConcurrentJobs;
    const slots = this.dispatcher.slots(job.provider);
    // Jobs with input files are not claimed here: the dispatcher uploads the files first.
    const claimed = job.inputs.length === 0 ? this.state.claimed(waiting) : null;
    const rows = { waiting, claimed, payload };
    const written = await this.newJobs.insert(rows, { cap, slots }, async (tx, inserted) => {
      await also?.(tx, inserted.prompt_id);
      await this.events.created(inserted);
    });
    if (!written) throw await this.admission.capReached(caller);
    if (written === claimed) this.submission.submit(written, payload);
    this.state.announceNew(written);
    return written;
  }
}
