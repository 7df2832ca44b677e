import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { Clock } from '../../platform/clock/clock';
import { EventFeed, type NewEvent } from '../../platform/events/event-feed';
import { ProviderEventResponse } from './dto/provider-response';
import { providerRecord } from './provider-record';
import { ProviderDirectory, type ProviderState } from './public/provider-directory';
import { ProviderSnapshot } from './public/provider-snapshot';
import { RunningPrompts } from './public/running-prompts';
import { eventPayload } from '../../platform/events/event-payloads';

eventPayload('provider', ProviderEventResponse);

/** A node's queue changes with every job: changes within this time become one event. */
const DEBOUNCE_MS = 250;

/** Publishes changes of nodes to the event feed. */
@Injectable()
export class ProviderEventsService extends ProviderSnapshot implements OnModuleDestroy {
  private readonly latest = new Map<string, { state: ProviderState; removed: boolean }>();
  private readonly changes: Subscription;

  constructor(
    private readonly directory: ProviderDirectory,
    private readonly running: RunningPrompts,
    private readonly feed: EventFeed,
    private readonly clock: Clock,
  ) {
    super();
    this.changes = directory.changes.subscribe((change) => {
      const isScheduled = this.latest.has(change.state.id);
      this.latest.set(change.state.id, change);
      if (!isScheduled) void this.publishLater(change.state.id);
    });
  }

  events(): readonly NewEvent[] {
    return this.directory.list().map((state) => this.event(state, {}));
  }

  onModuleDestroy(): void {
    this.changes.unsubscribe();
  }

  private async publishLater(id: string): Promise<void> {
    await this.clock.sleep(DEBOUNCE_MS);
    const change = this.latest.get(id);
    this.latest.delete(id);
    if (!change) return;
    const { state, removed } = change;
    this.feed.publish(this.event(state, removed ? { removed } : {}));
  }

  private event(state: ProviderState, more: object): NewEvent {
    return {
      kind: 'provider',
      audience: { to: 'everyone' },
      data: (caller) => ({
        ...providerRecord(state, caller, this.running.on(state.id, caller)),
        ...more,
      }),
    };
  }
}
