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

interface ProviderChange {
  readonly state: ProviderState;
  readonly removed: boolean;
}

/** A node's queue changes with every job: changes within this time become one event. */
const DEBOUNCE_MS = 250;

/** Publishes changes of nodes to the event feed. */
@Injectable()
export class ProviderEventsService implements ProviderSnapshot, OnModuleDestroy {
  private readonly latest = new Map<string, ProviderChange>();
  private readonly subscriptions: readonly Subscription[];

  constructor(
    private readonly directory: ProviderDirectory,
    private readonly running: RunningPrompts,
    private readonly feed: EventFeed,
    private readonly clock: Clock,
  ) {
    this.subscriptions = [
      directory.changes.subscribe((change) => this.onChange(change)),
      running.changes.subscribe((id) => {
        const state = directory.get(id);
        if (state) this.onChange({ state, removed: false });
      }),
    ];
  }

  events(): readonly NewEvent[] {
    return this.directory.list().map((state) => this.event(state, {}));
  }

  onModuleDestroy(): void {
    for (const subscription of this.subscriptions) subscription.unsubscribe();
  }

  private onChange(change: ProviderChange): void {
    const { id } = change.state;
    const isScheduled = this.latest.has(id);
    this.latest.set(id, change);
    if (!isScheduled) void this.publishLater(id);
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
