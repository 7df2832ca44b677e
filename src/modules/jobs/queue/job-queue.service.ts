import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { DispatcherService } from '../dispatch/dispatcher.service';
import { SubmissionService } from '../dispatch/submission.service';
import { JobStateService } from '../tracking/job-state.service';
import { newJobRows } from './new-job';
import { ConcurrencyCap } from '../jobs.errors';
import { NewJobsRepository } from './new-jobs.repository';
import { JobQueue, type NewJob, type Verdict, type WithNewJob } from '../public/job-queue';
import { QueueSurroundings } from './queue-surroundings';

@Injectable()
export class JobQueueService extends JobQueue {
  constructor(
    private readonly jobs: NewJobsRepository,
    private readonly state: JobStateService,
    private readonly dispatcher: DispatcherService,
    private readonly submission: SubmissionService,
    private readonly surroundings: QueueSurroundings,
  ) {
    super();
  }

  async enqueue(caller: Caller, job: NewJob, also?: WithNewJob): Promise<void> {
    const rows = newJobRows(caller, job, this.surroundings.timestamp());
    const cap = caller.maxConcurrentJobs;
    const slots = await this.dispatcher.slots(job.provider);
    // What must be staged first takes the dispatcher's way.
    const claimed = job.inputs.length === 0 ? this.state.claimed(rows.waiting) : null;
    const written = await this.jobs.insert({ ...rows, claimed }, { cap, slots }, also);
    if (!written) throw new ConcurrencyCap(cap ?? 0);
    this.surroundings.afterCommit(() => {
      if (written === claimed) this.submission.submit(written, rows.payload);
      this.state.announceNew(written);
      if (written !== claimed) this.dispatcher.wake(written.provider);
    });
  }

  async verdict(caller: Caller, promptId: string): Promise<Verdict> {
    const word = this.submission.verdict(promptId) ?? this.turn(promptId);
    return this.surroundings.readable(caller, await this.surroundings.orLongEnough(word));
  }

  /** Follows the pass that the enqueue began: when it ends, the job is in hand, or somebody else's turn came first. */
  private async turn(promptId: string): Promise<Verdict> {
    const job = await this.state.row(promptId);
    if (!job) return { ok: true };
    await this.dispatcher.pass(job.provider);
    return this.submission.verdict(promptId) ?? this.settled(promptId);
  }

  /** Handed over before anybody asked: the row tells. */
  private async settled(promptId: string): Promise<Verdict> {
    const job = await this.state.row(promptId);
    if (job?.error?.code === 'node_refused') {
      return { ok: false, ...(job.node_errors ? { nodeErrors: job.node_errors } : {}) };
    }
    if (job?.number == null) return { ok: true };
    return { ok: true, number: job.number, nodeErrors: {} };
  }
}
