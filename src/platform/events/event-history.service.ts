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
import { OutboxRepository } from './outbox.repository';

/** Events that are read at once. */
const CHUNK = 200;
/** Of one answer. */
const MAX_ITEMS = 500;
const MAX_CHARS = 4 * 1024 * 1024;
/** Chunks that one answer reads to find events of the wanted kinds. */
const MAX_CHUNKS = 50;

/** What a client sends that has no id yet. */
export const LATEST = 'latest';

interface Chunk {
  /** Those that the caller may see. */
  readonly events: readonly OutboxEvent[];
  /** Up to here, all were read. */
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

  /** Events in `(after, upTo]` that the caller may see. */
  async *visible(caller: Caller, after: number, upTo: number): AsyncGenerator<Chunk> {
    let position = after;
    while (position < upTo) {
      const range = { after: position, upTo, limit: CHUNK };
      const rows = await this.rows.visibleTo(ownerFilter(caller), range);
      const events = rows.map(toEvent).filter((event) => eventFor(caller, event) !== null);
      position = rows.length < CHUNK ? upTo : (rows.at(-1)?.position ?? upTo);
      yield { events: await this.feed.completed(events), position };
    }
  }

  /** The events after `since`, those of `kinds` only; one `resync` when that is not possible. */
  async page(
    caller: Caller,
    since: string,
    kinds: readonly EventKind[] | undefined,
  ): Promise<EventPage> {
    const newest = await this.rows.newest();
    if (since === LATEST) return this.toPage([], newest);
    const start = await this.positionOf(since);
    if (start === null) return this.toPage([this.resync(newest)], newest);
    const items: EventPage['items'] = [];
    let [chunks, characters, end] = [0, 0, start];
    for await (const { events, position } of this.visible(caller, start, newest)) {
      for (const event of events.filter(isOf(kinds))) {
        const item = this.item(caller, event);
        characters += JSON.stringify(item.data).length;
        items.push(item);
        if (items.length === MAX_ITEMS || characters > MAX_CHARS)
          return this.toPage(items, event.position);
      }
      end = position;
      chunks += 1;
      if (chunks === MAX_CHUNKS) break;
    }
    return this.toPage(items, end);
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

  private toPage(items: EventPage['items'], position: number): EventPage {
    return { items, next_since: this.ids.encode(position) };
  }
}

const isOf =
  (kinds: readonly EventKind[] | undefined) =>
  ({ kind }: OutboxEvent): boolean =>
    kinds === undefined || kinds.includes(kind) || CONTROL_KINDS.has(kind);
