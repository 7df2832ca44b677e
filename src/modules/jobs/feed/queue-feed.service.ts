import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { KeyedThrottle } from '../../../platform/clock/keyed-throttle';
import { EventFeed } from '../../../platform/events/event-feed';
import { JobOutlookService } from '../reading/job-outlook.service';
import { JobListRepository } from '../records/job-list.repository';
import { JobStateService } from '../tracking/job-state.service';
import { eventPayload } from '../../../platform/events/event-payloads';
import { groupBy } from '../../../platform/group-by';
import { QueuePositionResponse } from '../dto/job-event.response';

eventPayload('queue', QueuePositionResponse, { isArray: true });

const MIN_INTERVAL_MS = 1_000;
/** At most so many jobs of all owners, the oldest ones, get an event with their new position in one round. */
const MAX_JOBS = 1_000;

/** Publishes where queued jobs stand, at most once a second: one change of a queue moves all jobs in it. */
@Injectable()
export class QueueFeedService implements OnModuleInit {
  private readonly log = new Logger(QueueFeedService.name);
  private readonly throttle: KeyedThrottle;

  constructor(
    private readonly state: JobStateService,
    private readonly list: JobListRepository,
    private readonly outlooks: JobOutlookService,
    private readonly feed: EventFeed,
    clock: Clock,
  ) {
    this.throttle = new KeyedThrottle(clock);
  }

  onModuleInit(): void {
    this.state.changes.subscribe(() => {
      this.throttle.run('queue', MIN_INTERVAL_MS, () => {
        this.publish().catch((error: unknown) => {
          this.log.error({ err: error }, 'the positions of queued jobs could not be published');
        });
      });
    });
  }

  private async publish(): Promise<void> {
    if (!this.feed.hasListeners()) return;
    const jobs = await this.list.queued(MAX_JOBS);
    const outlooks = await this.outlooks.outlooks(jobs);
    for (const [ownerId, own] of groupBy(jobs, ({ owner_id }) => owner_id)) {
      const positions = own.map(({ prompt_id }) => ({
        prompt_id,
        queue_position: outlooks.get(prompt_id)?.queuePosition ?? null,
        eta_seconds: outlooks.get(prompt_id)?.etaSeconds ?? null,
      }));
      const audience = { to: 'owner', ownerId } as const;
      this.feed.publish({ kind: 'queue', audience, data: () => positions });
    }
  }
}
