import { Logger } from '@nestjs/common';
import type { Clock } from '../clock/clock';
import type { EventFeed } from './event-feed';

interface DelayedEvents {
  /** What the log calls the events. */
  readonly name: string;
  /** Changes of a resource within this time become one event. Milliseconds. */
  readonly pauseMs: number;
  /** Publishes the resource as it is now. */
  readonly publish: (id: string) => Promise<void>;
}

/** Publishes resources that change often, a moment after their first change, and only to open streams. */
export class DelayedPublication {
  private readonly log = new Logger(DelayedPublication.name);
  private readonly changedIds = new Set<string>();
  private readonly stopping = new AbortController();
  private publishing: Promise<void> = Promise.resolve();

  constructor(
    private readonly events: DelayedEvents,
    private readonly feed: EventFeed,
    private readonly clock: Clock,
  ) {}

  changed(id: string): void {
    if (this.stopping.signal.aborted) return;
    const isFirst = this.changedIds.size === 0;
    this.changedIds.add(id);
    if (!isFirst) return;
    const earlier = this.publishing;
    this.publishing = this.publishSoon()
      .catch((error: unknown) => {
        this.log.error({ err: error }, `events of ${this.events.name} could not be published`);
      })
      .then(() => earlier);
  }

  /** Resolves when nothing is read any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.publishing;
  }

  private async publishSoon(): Promise<void> {
    await this.clock.pause(this.events.pauseMs, this.stopping.signal);
    const ids = [...this.changedIds];
    this.changedIds.clear();
    if (!this.feed.hasListeners()) return;
    for (const id of ids) await this.events.publish(id);
  }
}
