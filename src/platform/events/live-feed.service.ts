import type { ServerResponse } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { CallerWatch, type Watch } from '../access/caller-watch';
import { Clock } from '../clock/clock';
import { EventStream } from '../http/event-stream';
import { ShuttingDown } from '../http/http.errors';
import { StreamSlots } from '../http/stream-slots';
import { admits } from './audience';
import { EventFeed, type FeedEvent, type NewEvent } from './event-feed';
import { EventHistoryService, MAX_SEARCHED } from './event-history.service';
import { CONTROL_KINDS, EPHEMERAL, type EventKind } from './event-kinds';
import { eventPayload } from './event-payloads';
import { dataFor, RESYNC } from './outbox';
import {
  EndEventResponse,
  ResyncEventResponse,
  SessionEventResponse,
} from './stream-event.response';

/** Events that a reconnecting client can catch up on. */
const MAX_REPLAY_EVENTS = 2_000;
/** Maximum size of a replay: half of what may wait for a reader before it is disconnected. */
const MAX_REPLAY_CHARS = 8 * 1024 * 1024;

/** What a stream contains. */
export interface StreamContent {
  /** Only events of this job. */
  readonly promptId?: string;
  /** Only events of these kinds, besides those about the stream itself; all when absent. */
  readonly kinds?: readonly EventKind[] | undefined;
  /** The current state: sent first, unless the client only catches up. */
  readonly snapshot: () => Promise<readonly NewEvent[]>;
  /** The current state of what has no stored events: sent first, and after what a client catches up on. */
  readonly unstored?: () => readonly NewEvent[];
  /** The stream ends after an event for which this is true. */
  readonly isLast?: (event: NewEvent) => boolean;
}

/** What a client that comes back has missed, up to the start of its new stream. */
interface Missed {
  readonly events: readonly FeedEvent[];
  /** What it has seen until now. */
  readonly position: number;
}

/** Serves the feed as server-sent events. */
@Injectable()
export class LiveFeedService implements OnModuleDestroy {
  private readonly open = new Set<EventStream>();
  private ending = false;

  constructor(
    private readonly feed: EventFeed,
    private readonly history: EventHistoryService,
    private readonly slots: StreamSlots,
    private readonly clock: Clock,
    private readonly callers: CallerWatch,
  ) {}

  /**
   * Answers with a stream and resolves when it is over. `Last-Event-ID` replays what was missed; when that is no longer
   * possible, a `resync` event says so and the snapshot follows. Ends when the caller's rights end. Throws
   * `TooManyStreams`, what the snapshot throws, and the refusal for a caller whose rights have ended meanwhile.
   */
  async serve(caller: Caller, response: ServerResponse, content: StreamContent): Promise<void> {
    if (this.ending) throw new ShuttingDown();
    const release = this.slots.acquireStream(caller, response.req);
    const watch = this.callers.watch(caller);
    try {
      await this.serveWatched(caller, watch, response, content);
    } finally {
      watch.release();
      release();
    }
  }

  /** Open streams would keep the server from closing; clients reconnect to the next one. */
  onModuleDestroy(): void {
    this.ending = true;
    for (const stream of this.open) {
      stream.send({ event: 'end', data: { reason: 'shutting_down' } });
      stream.end();
    }
  }

  private async serveWatched(
    caller: Caller,
    watch: Watch,
    response: ServerResponse,
    content: StreamContent,
  ): Promise<void> {
    const arrived: FeedEvent[] = [];
    let deliver = (event: FeedEvent): void => void arrived.push(event);
    const following = await this.feed.follow((event) => {
      if (isIncluded(event, caller, content)) deliver(event);
    });
    try {
      const startId = this.feed.idOf(following.from);
      const lastSeenId = response.req.headers['last-event-id'];
      const missed =
        typeof lastSeenId === 'string'
          ? await this.missed(caller, lastSeenId, following.from, content)
          : null;
      const snapshot = await this.snapshot(startId, missed, content);
      const isResync = lastSeenId !== undefined && missed === null;
      const first = [
        ...(isResync ? [resync(startId)] : []),
        ...(missed?.events ?? []),
        ...snapshot,
      ];
      this.refuseIfOver(watch);
      const stream = new EventStream(response, this.clock, {
        startMessages: first.length,
        newestId: () => this.feed.lastId(),
      });
      this.open.add(stream);
      watch.signal.addEventListener('abort', () => dismiss(stream, watch));
      // A client that gets no event now still needs an id to come back with.
      if (!first.some(({ kind }) => isWanted(kind, content))) stream.sendId(startId);
      deliver = (event) => {
        if (event.position === null || event.position > (missed?.position ?? 0))
          send(stream, event, caller, content);
      };
      for (const event of first) send(stream, event, caller, content);
      for (const event of arrived) deliver(event);
      await stream.closed;
      this.open.delete(stream);
    } finally {
      following.stop();
    }
  }

  /** Both may have happened while the beginning of the stream was read. */
  private refuseIfOver({ end }: Watch): void {
    if (end) throw end.refusal;
    if (this.ending) throw new ShuttingDown();
  }

  /** Events since the last one that the client has seen; `null` when they can't be replayed. */
  private async missed(
    caller: Caller,
    lastSeenId: string,
    upTo: number,
    content: StreamContent,
  ): Promise<Missed | null> {
    const position = await this.history.positionOf(lastSeenId);
    if (position === null) return null;
    const events: FeedEvent[] = [];
    let [searched, characters] = [0, 0];
    const range = { after: position, upTo, kinds: content.kinds };
    for await (const chunk of this.history.visible(caller, range)) {
      searched += chunk.read;
      for (const stored of chunk.events) {
        const event = this.feed.feedEvent(stored);
        if (!isIncluded(event, caller, content)) continue;
        characters += JSON.stringify(dataFor(caller, stored)).length;
        events.push(event);
      }
      const isTooMuch = events.length > MAX_REPLAY_EVENTS || characters > MAX_REPLAY_CHARS;
      if (isTooMuch || searched > MAX_SEARCHED) return null;
    }
    return { events, position };
  }

  /** The snapshot with the id at which the stream starts; only its last event for a client that catches up. */
  private async snapshot(
    id: string,
    missed: Missed | null,
    { snapshot, unstored, isLast }: StreamContent,
  ): Promise<FeedEvent[]> {
    const at = (event: NewEvent): FeedEvent => ({ ...event, id, position: null });
    const current = (unstored?.() ?? []).map(at);
    if (missed && (!isLast || missed.events.some(isLast))) return current;
    const events = (await snapshot()).map(at);
    // Sent even to a client that has this event already, so that it learns that no more will follow.
    return [...(missed ? events.filter((event) => isLast?.(event)) : events), ...current];
  }
}

eventPayload('session', SessionEventResponse);
eventPayload('end', EndEventResponse);
eventPayload('resync', ResyncEventResponse);

const resync = (id: string): FeedEvent => ({
  kind: 'resync',
  audience: { to: 'everyone' },
  data: () => RESYNC,
  id,
  position: null,
});

/** A `resync` may be about any job. */
const isIncluded = (event: NewEvent, caller: Caller, { promptId }: StreamContent): boolean =>
  (promptId === undefined || event.promptId === promptId || event.kind === 'resync') &&
  admits(event.audience, caller);

function dismiss(stream: EventStream, { end }: Watch): void {
  const data = { reason: end?.reason };
  stream.dismiss([
    { event: 'session', data },
    { event: 'end', data },
  ]);
}

const isWanted = (kind: EventKind, { kinds }: StreamContent): boolean =>
  kinds === undefined || kinds.includes(kind) || CONTROL_KINDS.has(kind);

function send(stream: EventStream, event: FeedEvent, caller: Caller, content: StreamContent): void {
  const { kind, id, promptId } = event;
  if (isWanted(kind, content))
    stream.send({
      event: kind,
      id,
      data: event.data(caller),
      ...(EPHEMERAL.has(kind) ? { newestOnly: `${kind} ${promptId ?? ''}` } : {}),
    });
  if (content.isLast?.(event) !== true) return;
  stream.send({ event: 'end', id, data: { reason: 'finished' } });
  stream.end();
}
