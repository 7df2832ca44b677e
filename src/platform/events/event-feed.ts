import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { Clock } from '../clock/clock';
import { outsideRequest } from '../http/request-context';
import type { Audience } from './audience';
import { EventIds } from './event-ids';
import type { EventKind } from './event-kinds';
import { dataFor, type OutboxEvent, OutboxReader } from './outbox';

/** An event for open streams. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly audience: Audience;
  /** The job that it is about; the feed of one job contains only events with its id. */
  readonly promptId?: string;
  /** The event's JSON as this caller may see it. Called once per stream, so it must not read data. */
  readonly data: (caller: Caller) => unknown;
}

/** An event with its place in the feed. */
export interface FeedEvent extends NewEvent {
  /** See `EventIds`. */
  readonly id: string;
  /** In the outbox; `null` for one that isn't stored. */
  readonly position: number | null;
}

export interface Following {
  /** The listener gets every stored event after this position. */
  readonly from: number;
  readonly stop: () => void;
}

/** Adds to events of the outbox what is true only now, such as places in the queue. */
type Completion = (events: readonly OutboxEvent[]) => Promise<readonly OutboxEvent[]>;

/** Events that are read at once: few, because one may have hundreds of kilobytes. */
const PAGE = 50;
const RETRY_MS = 1_000;

/**
 * What open streams subscribe to: events of the outbox in the order of their commits, each read once for all streams, and
 * events that are not stored. Reads nothing while nobody listens.
 */
@Injectable()
export class EventFeed implements OnModuleDestroy {
  private readonly logger = new Logger(EventFeed.name);
  private readonly listeners = new Set<(event: FeedEvent) => void>();
  private readonly completions: Completion[] = [];
  private readonly shutdown = new AbortController();
  private readonly stopListening: () => void;
  /** Of the last event that listeners got; `null` while nobody listens. */
  private position: number | null = null;
  private reading = false;
  private hasMore = false;

  constructor(
    private readonly outbox: OutboxReader,
    private readonly ids: EventIds,
    private readonly clock: Clock,
  ) {
    this.stopListening = outbox.onAppended(() => this.wake());
  }

  onModuleDestroy(): void {
    this.stopListening();
    this.shutdown.abort();
  }

  /**
   * Tells open streams of an event that isn't stored. Never throws: a listener that fails must affect neither the publisher nor
   * the other listeners.
   */
  publish(event: NewEvent): void {
    if (this.hasListeners()) this.deliver({ ...event, id: this.lastId(), position: null });
  }

  hasListeners(): boolean {
    return this.listeners.size > 0;
  }

  /** A new id for the position after the newest event that listeners got. */
  lastId(): string {
    return this.idOf(this.position ?? 0);
  }

  /** A new id of a position. */
  idOf(position: number): string {
    return this.ids.encode(position);
  }

  /** Calls `listener` for every event from now on. */
  async follow(listener: (event: FeedEvent) => void): Promise<Following> {
    let from = this.position;
    while (from === null) {
      const newest = await this.outbox.newest();
      // Another listener may have started meanwhile.
      this.position ??= newest;
      from = this.position;
    }
    this.listeners.add(listener);
    // What was committed after `newest` was read.
    this.wake();
    const stop = (): void => {
      this.listeners.delete(listener);
      if (!this.hasListeners()) this.position = null;
    };
    return { from, stop };
  }

  /** From now on, `completion` runs on all events before anybody gets them. */
  completeWith(completion: Completion): void {
    this.completions.push(completion);
  }

  /** Stored events with what is true only now. */
  async completed(events: readonly OutboxEvent[]): Promise<readonly OutboxEvent[]> {
    let completed = events;
    for (const complete of this.completions) completed = await complete(completed);
    return completed;
  }

  /** A stored event as streams send it. */
  feedEvent(event: OutboxEvent): FeedEvent {
    const { kind, audience, promptId, position } = event;
    return {
      kind,
      audience,
      ...(promptId === null ? {} : { promptId }),
      data: (caller) => dataFor(caller, event),
      position,
      id: this.ids.encode(position),
    };
  }

  private wake(): void {
    if (this.position === null) return;
    this.hasMore = true;
    // The reading serves all streams, not only the request that started it.
    if (!this.reading) void outsideRequest(() => this.readAll());
  }

  private async readAll(): Promise<void> {
    this.reading = true;
    while (this.hasMore && this.position !== null) {
      // Before the read: what is committed from here on sets it again.
      this.hasMore = false;
      try {
        if (await this.readPage(this.position)) this.hasMore = true;
      } catch (error) {
        this.hasMore = true;
        this.logger.error({ err: error }, 'new events could not be read; trying again');
        await this.clock.pause(RETRY_MS, this.shutdown.signal);
        if (this.shutdown.signal.aborted) return;
      }
    }
    this.reading = false;
  }

  /** @returns whether the page was full */
  private async readPage(after: number): Promise<boolean> {
    const stored = await this.outbox.after(after, PAGE);
    for (const event of await this.completed(stored)) {
      // While it was read, the last listener may have stopped and another one started.
      if (this.position === null || event.position <= this.position) continue;
      this.position = event.position;
      this.deliver(this.feedEvent(event));
    }
    return stored.length === PAGE;
  }

  private deliver(event: FeedEvent): void {
    for (const listener of this.listeners) {
      try {
        listener(event);
      } catch (error) {
        this.logger.error({ err: error, event: event.kind }, 'a listener failed on an event');
      }
    }
  }
}
