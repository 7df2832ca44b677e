import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { EventFeed } from '../../../platform/events/event-feed';
import { BatchRecordsService } from '../records/batch-records.service';
import { BatchesRepository } from '../records/batches.repository';
import { eventPayload } from '../../../platform/events/event-payloads';
import { BatchSummaryResponse } from '../dto/batch.response';

eventPayload('batch', BatchSummaryResponse);

/** Changes within this time become one event: a thousand jobs change often. */
const PAUSE_MS = 500;

/** Publishes `batch` events. */
@Injectable()
export class BatchEventsService {
  private readonly log = new Logger(BatchEventsService.name);
  private readonly changedIds = new Set<string>();

  constructor(
    private readonly feed: EventFeed,
    private readonly rows: BatchesRepository,
    private readonly records: BatchRecordsService,
    private readonly clock: Clock,
  ) {}

  /** Publishes the batch as it is a moment later. */
  changed(id: string): void {
    const isFirst = this.changedIds.size === 0;
    this.changedIds.add(id);
    if (!isFirst) return;
    this.publishSoon().catch((error: unknown) => {
      this.log.error({ err: error }, 'events of batches could not be published');
    });
  }

  private async publishSoon(): Promise<void> {
    await this.clock.sleep(PAUSE_MS);
    const ids = [...this.changedIds];
    this.changedIds.clear();
    for (const id of ids) {
      const batch = await this.rows.find(id);
      if (!batch) continue;
      const audience = { to: 'owner' as const, ownerId: batch.owner_id };
      this.feed.publish({ kind: 'batch', audience, data: await this.records.viewOf(batch) });
    }
  }
}
