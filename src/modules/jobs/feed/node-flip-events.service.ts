import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
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
export class NodeFlipEventsService implements OnModuleInit {
  private readonly log = new Logger(NodeFlipEventsService.name);

  constructor(
    private readonly jobs: JobsRepository,
    private readonly reachability: NodeReachabilityService,
    private readonly situations: JobSituationService,
    private readonly events: JobEventsService,
    private readonly gate: WriteGate,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    this.reachability.flips.subscribe((provider) => {
      this.onFlip(provider).catch((error: unknown) => {
        this.log.error({ err: error }, 'the events of a node could not be stored');
      });
    });
  }

  /** If the node has too many jobs, their owners get one `resync` instead. */
  private async onFlip(provider: string): Promise<void> {
    const jobs = await this.jobs.ofNode(provider, MAX_JOBS + 1);
    if (jobs.length === 0) return;
    if (jobs.length > MAX_JOBS) {
      const owners = await this.jobs.ownersOnNode(provider);
      await this.gate.run(async () => {
        for (const ownerId of owners) await this.outbox.add(resyncFor(ownerId));
      });
      return;
    }
    const situationOf = await this.situations.ofAll(jobs);
    await this.gate.run(async () => {
      for (const job of jobs)
        if (!isFinal(job.status)) await this.events.flipped(job, situationOf(job));
    });
  }
}
