import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { DelayedPublication } from '../../../platform/events/delayed-publication';
import { EventFeed } from '../../../platform/events/event-feed';
import { eventPayload } from '../../../platform/events/event-payloads';
import { BatchSummaryResponse } from '../dto/batch.response';
import { aboutBatch, BatchRecordsService } from '../records/batch-records.service';
import { BatchesRepository } from '../records/batches.repository';

eventPayload('batch', BatchSummaryResponse);

/** Changes of a batch within this time are published as one event: its jobs change often. */
const PAUSE_MS = 500;

/** Publishes how far running batches are, to open streams only: the events of a new status are stored. */
@Injectable()
export class BatchEventsService implements OnModuleDestroy {
  private readonly events: DelayedPublication;

  constructor(
    private readonly feed: EventFeed,
    private readonly rows: BatchesRepository,
    private readonly records: BatchRecordsService,
    clock: Clock,
  ) {
    const publish = (id: string): Promise<void> => this.publish(id);
    this.events = new DelayedPublication(
      { name: 'batches', pauseMs: PAUSE_MS, publish },
      feed,
      clock,
    );
  }

  /** Publishes the batch as it is a moment later. */
  changed(id: string): void {
    this.events.changed(id);
  }

  async onModuleDestroy(): Promise<void> {
    await this.events.stop();
  }

  private async publish(id: string): Promise<void> {
    const batch = await this.rows.find(id);
    // The stored event of a completed batch has the same counts.
    if (!batch || batch.status === 'completed') return;
    this.feed.publish({ ...aboutBatch(batch), data: await this.records.viewOf(batch) });
  }
}
