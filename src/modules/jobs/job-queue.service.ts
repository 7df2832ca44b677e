import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { Dispatcher } from './dispatcher.service';
import { HandOver } from './hand-over.service';
import { JobLedger } from './job-ledger.service';
import { newJobRows } from './new-job';
import { ConcurrencyCap } from './jobs.errors';
import { JobsRepository } from './jobs.repository';
import { JobQueue, type NewJob, type Verdict } from './public/job-queue';
import { QueueSurroundings } from './queue-surroundings';

@Injectable()
export class JobQueueService extends JobQueue {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly ledger: JobLedger,
    private readonly dispatcher: Dispatcher,
    private readonly handOver: HandOver,
    private readonly surroundings: QueueSurroundings,
  ) {
    super();
  }

  async enqueue(caller: Caller, job: NewJob): Promise<void> {
    const rows = newJobRows(caller, job, this.surroundings.timestamp());
    const cap = caller.maxConcurrentJobs;
    if (!(await this.jobs.insertWithinCap(rows, cap))) throw new ConcurrencyCap(cap ?? 0);
    this.surroundings.afterCommit(() => {
      this.ledger.announceNew(rows.job);
      this.dispatcher.wake(rows.job.provider);
    });
  }

  async verdict(promptId: string): Promise<Verdict> {
    const job = await this.jobs.find(promptId);
    if (!job) return { ok: true };
    const inTime = this.surroundings.submitWait();
    // Follows the pass that the enqueue began: when it ends, the job is in hand, or somebody else's turn came first.
    const turn = this.dispatcher.pass(job.provider).then(() => this.handOver.verdict(promptId));
    return Promise.race([turn.then((verdict) => verdict ?? this.settled(promptId)), inTime]);
  }

  /** Handed over before anybody asked: the row tells. */
  private async settled(promptId: string): Promise<Verdict> {
    const job = await this.jobs.find(promptId);
    if (job?.error?.code === 'node_refused') {
      return { ok: false, ...(job.node_errors ? { nodeErrors: job.node_errors } : {}) };
    }
    if (job?.number == null) return { ok: true };
    return { ok: true, number: job.number, nodeErrors: {} };
  }
}
