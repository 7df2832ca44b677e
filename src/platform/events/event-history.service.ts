import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { ownerFilter } from '../access/scope';
import { Clock } from '../clock/clock';
import type { Plain } from '../plain';
import { EventFeed } from './event-feed';
import { EventIds } from './event-ids';
import { CONTROL_KINDS, type EventKind } from './event-kinds';
import type { EventPageResponse } from './event-page.response';
import { dataFor, eventFor, type OutboxEvent, RESYNC, toEvent } from './outbox';
import { OutboxRepository, type PositionRange } from './outbox.repository';

/** Events that are read at once: few, because one may have hundreds of kilobytes. */
const CHUNK = 50;
/** Events of one answer, and characters of them. */
const MAX_ITEMS = 500;
const MAX_CHARS = 4 * 1024 * 1024;
/**
 * Events that are passed over at most in search of those that the caller wants and may see: in an answer by their positions, in a
 * replay those that had to be read.
 */
export const MAX_SEARCHED = 20_000;

/** What a client sends that has no id yet. */
export const LATEST = 'latest';

interface Chunk {
  /** The events that the caller may see. */
  readonly events: readonly OutboxEvent[];
  /** How many were read, also those that the caller may not see. */
  readonly read: number;
  /** All events up to this position were read. */
  readonly position: number;
}

type EventPage = Plain<EventPageResponse>;

/** Stored events that callers ask for by the id of the last one that they have seen. */
@Injectable()
export class EventHistoryService {
  constructor(
    private readonly rows: OutboxRepository,
    private readonly feed: EventFeed,
    private readonly ids: EventIds,
    private readonly clock: Clock,
  ) {}

  /** The position of an id; `null` if it is not one of ours, or events after it are gone. */
  async positionOf(id: string): Promise<number | null> {
    const position = this.ids.decode(id);
    if (position === null || position > (await this.rows.newest())) return null;
    const oldest = (await this.rows.oldest()) ?? 1;
    return position >= oldest - 1 ? position : null;
  }

  /** Events in `(after, upTo]`, of `kinds` and about the stream itself only, that the caller may see. */
  async *visible(
    caller: Caller,
    { after, upTo, kinds }: Omit<PositionRange, 'limit'>,
  ): AsyncGenerator<Chunk> {
    const wanted = kinds && [...kinds, ...CONTROL_KINDS];
    let position = after;
    while (position < upTo) {
      const range = { after: position, upTo, limit: CHUNK, kinds: wanted };
      const rows = await this.rows.visibleTo(ownerFilter(caller), range);
      const events = rows.map(toEvent).filter((event) => eventFor(caller, event) !== null);
      position = rows.length < CHUNK ? upTo : (rows.at(-1)?.position ?? upTo);
      yield { events: await this.feed.completed(events), read: rows.length, position };
    }
  }

  /** The events after `since`, those of `kinds` only; one `resync` when that is not possible. */
  async page(
    caller: Caller,
    since: string,
    kinds: readonly EventKind[] | undefined,
  ): Promise<EventPage> {
    const newest = await this.rows.newest();
    const toPage = (items: EventPage['items'], end: number): EventPage => ({
      items,
      next_since: this.ids.encode(end),
      has_more: end < newest,
    });
    if (since === LATEST) return toPage([], newest);
    const start = await this.positionOf(since);
    if (start === null) return toPage([this.resync(newest)], newest);
    const range = { after: start, upTo: Math.min(newest, start + MAX_SEARCHED), kinds };
    const items: EventPage['items'] = [];
    let characters = 0;
    for await (const { events } of this.visible(caller, range))
      for (const event of events) {
        const item = this.item(caller, event);
        characters += JSON.stringify(item.data).length;
        items.push(item);
        if (items.length === MAX_ITEMS || characters > MAX_CHARS)
          return toPage(items, event.position);
      }
    return toPage(items, range.upTo);
  }

  private item(caller: Caller, event: OutboxEvent): EventPage['items'][number] {
    return {
      id: this.ids.encode(event.position),
      type: event.kind,
      timestamp: event.createdAt,
      data: dataFor(caller, event),
    };
  }

  private resync(position: number): EventPage['items'][number] {
    const id = this.ids.encode(position);
    return { id, type: 'resync', timestamp: this.clock.timestamp(), data: RESYNC };
  }
}
