import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { mayRead } from '../access/scope';
import { Ids } from '../clock/clock';
import { EventIds } from './event-ids';
import { EPHEMERAL, type EventKind } from './event-kinds';

/** Who may see an event. */
export type Audience =
  /** The owner and admins; `null` when nothing owns the subject, so that only admins see it. */
  | { readonly to: 'owner'; readonly ownerId: string | null }
  | { readonly to: 'everyone' }
  | { readonly to: 'admins' }
  | { readonly to: 'matching'; readonly admits: (caller: Caller) => boolean };

/** An event that is to be published. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly audience: Audience;
  /** The job that it is about; the feed of one job contains only events with its id. */
  readonly promptId?: string;
  /** The event's JSON as this caller may see it. Called once per stream, also at a replay, so it must not read data. */
  readonly data: (caller: Caller) => unknown;
}

/** Tells readers that they have missed events, so that they load again what they show. */
export const resyncFor = (audience: Audience): NewEvent => ({
  kind: 'resync',
  audience,
  data: () => ({ reason: 'events were missed: reload what you show' }),
});

/** An event with its position in the feed. */
export interface FeedEvent extends NewEvent {
  /** `<boot>-<seq>`, readable by {@link EventFeed.since} only. */
  readonly id: string;
}

interface NumberedEvent extends FeedEvent {
  readonly seq: number;
}

/** Events that a reconnecting client can catch up on. */
const MAX_REPLAY_EVENTS = 2_000;

/** May this caller see the event? */
export function admits({ audience }: NewEvent, caller: Caller): boolean {
  switch (audience.to) {
    case 'owner':
      return mayRead(caller, audience.ownerId);
    case 'admins':
      return caller.isAdmin;
    case 'matching':
      return audience.admits(caller);
    case 'everyone':
      return true;
  }
}

/** Modules publish events here, open streams subscribe. In memory only: the database has the truth. */
@Injectable()
export class EventFeed {
  private readonly logger = new Logger(EventFeed.name);
  private readonly ids: EventIds;
  private readonly replayable: NumberedEvent[] = [];
  private readonly listeners = new Set<(event: FeedEvent) => void>();
  private seq = 0;
  /** The newest event that can no longer be replayed. */
  private dropped = 0;

  constructor(ids: Ids) {
    this.ids = new EventIds(ids);
  }

  /** Never throws: a listener that fails must affect neither the publisher nor the other listeners. */
  publish(event: NewEvent): void {
    const isReplayable = !EPHEMERAL.has(event.kind);
    if (isReplayable) this.seq += 1;
    const numbered: NumberedEvent = { ...event, seq: this.seq, id: this.lastId() };
    if (isReplayable) this.addReplayable(numbered);
    for (const listener of this.listeners) this.notify(listener, numbered);
  }

  /** A new id for the position after the newest event: where a stream that opens now starts. */
  lastId(): string {
    return this.ids.encode(this.seq);
  }

  /** Events since `id`; `null` when the id is too old, from another run of the service, or not one of ours. */
  since(id: string): readonly FeedEvent[] | null {
    const seq = this.ids.decode(id);
    if (seq === null || seq < this.dropped || seq > this.seq) return null;
    return this.replayable.filter((event) => event.seq > seq);
  }

  hasListeners(): boolean {
    return this.listeners.size > 0;
  }

  /** Calls `listener` for every event from now on. @returns the function that ends this */
  listen(listener: (event: FeedEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private notify(listener: (event: FeedEvent) => void, event: FeedEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.logger.error({ err: error, event: event.kind }, 'a listener failed on an event');
    }
  }

  private addReplayable(event: NumberedEvent): void {
    this.replayable.push(event);
    if (this.replayable.length <= MAX_REPLAY_EVENTS) return;
    this.dropped = this.replayable.shift()?.seq ?? this.dropped;
  }
}
