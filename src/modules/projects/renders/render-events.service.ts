import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { EventFeed } from '../../../platform/events/event-feed';
import { eventPayload } from '../../../platform/events/event-payloads';
import { RenderResponse } from '../dto/render.response';
import { RendersRepository } from '../records/renders.repository';
import { renderRecord } from './render-record';

eventPayload('render', RenderResponse);

/** Changes of a render within this time are published as one event. */
const PAUSE_MS = 1000;

/** Publishes `render` events. */
@Injectable()
export class RenderEventsService implements OnModuleDestroy {
  private readonly log = new Logger(RenderEventsService.name);
  private readonly changedIds = new Set<string>();
  private readonly stopping = new AbortController();
  private publishing: Promise<void> = Promise.resolve();

  constructor(
    private readonly feed: EventFeed,
    private readonly rows: RendersRepository,
    private readonly clock: Clock,
  ) {}

  /** Publishes the render as it is a moment later. */
  changed(id: string): void {
    const isFirst = this.changedIds.size === 0;
    this.changedIds.add(id);
    if (!isFirst) return;
    this.publishing = this.publishSoon().catch((error: unknown) => {
      this.log.error({ err: error }, 'events of renders could not be published');
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.publishing;
  }

  private async publishSoon(): Promise<void> {
    await this.clock.sleep(PAUSE_MS, this.stopping.signal).catch(() => undefined);
    const ids = [...this.changedIds];
    this.changedIds.clear();
    for (const id of ids) {
      const render = await this.rows.listed(id);
      if (!render) continue;
      const audience = { to: 'owner' as const, ownerId: render.owner_id };
      this.feed.publish({ kind: 'render', audience, data: () => renderRecord(render) });
    }
  }
}
