import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { EventFeed } from '../../../platform/events/event-feed';
import { eventPayload } from '../../../platform/events/event-payloads';
import { BatchSummaryResponse } from '../dto/batch.response';
import { aboutBatch, BatchRecordsService } from '../records/batch-records.service';
import { BatchesRepository } from '../records/batches.repository';

eventPayload('batch', BatchSummaryResponse);

/** Changes within this time become one event: a thousand jobs change often. */
const PAUSE_MS = 500;

/** Publishes how far running batches are, to open streams only: the events of a new status are stored. */
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
    if (!this.feed.hasListeners()) return;
    for (const id of ids) {
      const batch = await this.rows.find(id);
      // The stored event of a completed batch has the same counts.
      if (!batch || batch.status === 'completed') continue;
      this.feed.publish({ ...aboutBatch(batch), data: await this.records.viewOf(batch) });
    }
  }
}
