import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { WriteGate } from '../../../platform/database/write-gate';
import { Outbox, resyncFor } from '../../../platform/events/outbox';
import { JobSituationService } from '../reading/job-situation.service';
import { JobsRepository } from '../records/jobs.repository';
import { isFinal } from '../tracking/job-state';
import { NodeReachabilityService } from '../tracking/node-reachability.service';
import { JobEventsService } from './job-events.service';

/** Events of a node that goes away or is back; readers receive that many at once without falling behind. */
const MAX_JOBS = 400;

/** Stores an event of each unfinished job of a node that became unreachable or reachable. */
@Injectable()
export class NodeFlipEventsService implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger(NodeFlipEventsService.name);
  private subscription?: Subscription;
  /** Resolves when the events of all flips so far are stored. */
  private stored = Promise.resolve();

  constructor(
    private readonly jobs: JobsRepository,
    private readonly reachability: NodeReachabilityService,
    private readonly situations: JobSituationService,
    private readonly events: JobEventsService,
    private readonly gate: WriteGate,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    this.subscription = this.reachability.flips.subscribe((provider) => {
      const flip = this.onFlip(provider).catch((error: unknown) => {
        this.log.error({ err: error }, 'the events of a node could not be stored');
      });
      const before = this.stored;
      this.stored = flip.then(() => before);
    });
  }

  /** Waits, because the database closes next. */
  async onModuleDestroy(): Promise<void> {
    this.subscription?.unsubscribe();
    await this.stored;
  }

  /**
   * If the node has too many jobs, their owners get one `resync` instead. The jobs are read inside the transaction, and
   * after the lock: an event of a job that has ended meanwhile would come after that of its end.
   */
  private async onFlip(provider: string): Promise<void> {
    await this.gate.run(async (tx) => {
      await this.outbox.lock(tx);
      const jobs = await this.jobs.ofNode(provider, MAX_JOBS + 1);
      if (jobs.length > MAX_JOBS) {
        for (const ownerId of await this.jobs.ownersOnNode(provider))
          await this.outbox.add(resyncFor(ownerId));
        return;
      }
      const situationOf = await this.situations.ofAll(jobs);
      for (const job of jobs)
        if (!isFinal(job.status)) await this.events.flipped(job, situationOf(job));
    });
  }
}
