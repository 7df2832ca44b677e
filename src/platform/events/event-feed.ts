import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { mayRead } from '../access/scope';
import { Ids } from '../clock/clock';
import { EventIds } from './event-ids';

/** The kinds of the contract (§3, Jobs). */
export type EventKind =
  | 'job'
  | 'progress'
  | 'output'
  | 'preview'
  | 'media'
  | 'provider'
  | 'workflow'
  | 'session'
  | 'end'
  | 'resync';

/** Who may see an event. */
export type Audience =
  /** Its owner and admins; `null` is a thing without an owner, which only admins see. */
  | { readonly to: 'owner'; readonly ownerId: string | null }
  | { readonly to: 'everyone' }
  | { readonly to: 'admins' }
  | { readonly to: 'those'; readonly admits: (caller: Caller) => boolean };

/** Something to tell. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly audience: Audience;
  /** The job that it is about; the feed of one job holds only such. */
  readonly promptId?: string;
  /** The event's JSON as this caller may see it. Called once per stream, soon or at a replay: it must not read anew. */
  readonly data: (caller: Caller) => unknown;
}

/** An event with its place in the feed. */
export interface FeedEvent extends NewEvent {
  /** `<boot>-<seq>`, readable by {@link EventFeed.since} only. */
  readonly id: string;
}

interface KeptEvent extends FeedEvent {
  readonly seq: number;
}

/** Events that a client that comes back can catch up on. */
const KEPT = 2_000;

/** What the next event of its kind makes worthless: not kept for replay, and at the place of what was kept last. */
export const FLEETING: ReadonlySet<EventKind> = new Set<EventKind>(['progress', 'preview']);

/** May this caller see the event? */
export function admits({ audience }: NewEvent, caller: Caller): boolean {
  switch (audience.to) {
    case 'owner':
      return mayRead(caller, audience.ownerId);
    case 'admins':
      return caller.isAdmin;
    case 'those':
      return audience.admits(caller);
    case 'everyone':
      return true;
  }
}

/** The hub of everything that happens: rooms publish, open streams listen. In memory; the truth lies in rows. */
@Injectable()
export class EventFeed {
  private readonly logger = new Logger(EventFeed.name);
  private readonly places: EventIds;
  private readonly kept: KeptEvent[] = [];
  private readonly listeners = new Set<(event: FeedEvent) => void>();
  private seq = 0;
  /** The newest event that is gone: what came before it can't be replayed. */
  private gone = 0;

  constructor(ids: Ids) {
    this.places = new EventIds(ids);
  }

  /** Never throws: who publishes has done its work, and one broken listener must not keep the others from hearing. */
  publish(event: NewEvent): void {
    const isKept = !FLEETING.has(event.kind);
    if (isKept) this.seq += 1;
    const placed: KeptEvent = { ...event, seq: this.seq, id: this.lastId() };
    if (isKept) this.keep(placed);
    for (const listener of this.listeners) this.tell(listener, placed);
  }

  /** A new id for the place behind the newest event: where a stream that opens now begins. */
  lastId(): string {
    return this.places.idOf(this.seq);
  }

  /** Everything kept since the event `id`; `null` when it is too old, of another run of the service, or none of ours. */
  since(id: string): readonly FeedEvent[] | null {
    const seq = this.places.placeOf(id);
    if (seq === null || seq < this.gone || seq > this.seq) return null;
    return this.kept.filter((event) => event.seq > seq);
  }

  /** Calls `listener` for every event from now on, until the answered function is called. */
  listen(listener: (event: FeedEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell(listener: (event: FeedEvent) => void, event: FeedEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.logger.error({ err: error, event: event.kind }, 'a listener could not take an event');
    }
  }

  private keep(event: KeptEvent): void {
    this.kept.push(event);
    if (this.kept.length <= KEPT) return;
    this.gone = this.kept.shift()?.seq ?? this.gone;
  }
}
