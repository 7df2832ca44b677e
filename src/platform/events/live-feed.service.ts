import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Caller } from '../access/caller';
import { CallerWatch, type Watch } from '../access/caller-watch';
import { Clock } from '../clock/clock';
import { EventStream } from '../http/event-stream';
import { ShuttingDown } from '../http/http.errors';
import { StreamSlots } from '../http/stream-slots';
import { admits, EventFeed, type FeedEvent, FLEETING, type NewEvent } from './event-feed';

/** What a stream shows. */
export interface Follow {
  /** Only events of this job. */
  readonly promptId?: string;
  /** How things stand: what a client gets first, unless it only catches up. */
  readonly snapshot: () => Promise<readonly NewEvent[]>;
  /** The stream ends behind an event for which this is true. */
  readonly last?: (event: NewEvent) => boolean;
}

/** One HTTP exchange, as Express hands it to us. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** Serves the feed as server-sent events. */
@Injectable()
export class LiveFeedService implements OnModuleDestroy {
  private readonly open = new Set<EventStream>();
  private ending = false;

  constructor(
    private readonly feed: EventFeed,
    private readonly slots: StreamSlots,
    private readonly clock: Clock,
    private readonly callers: CallerWatch,
  ) {}

  /**
   * Answers with a stream and stays until it is over. `Last-Event-ID` replays what was missed; when that is no longer
   * possible a `resync` says so and the snapshot follows. Ends when the caller's rights do. Throws `TooManyStreams`,
   * what the snapshot throws, and what refuses a caller whose rights have ended meanwhile.
   */
  async serve(caller: Caller, { request, response }: Exchange, follow: Follow): Promise<void> {
    if (this.ending) throw new ShuttingDown();
    const release = this.slots.takeStream(caller);
    const watch = this.callers.watch(caller);
    const arrived: FeedEvent[] = [];
    let deliver = (event: FeedEvent): void => void arrived.push(event);
    const stopListening = this.feed.listen((event) => {
      if (concerns(event, caller, follow)) deliver(event);
    });
    try {
      const at = this.feed.lastId();
      const first = await this.first(caller, request, { ...follow, at });
      if (watch.end) throw watch.end.refusal;
      const stream = new EventStream(response, this.clock);
      this.open.add(stream);
      watch.signal.addEventListener('abort', () => dismiss(stream, watch));
      // Who gets nothing now must still be able to say later where it stood.
      if (first.length === 0) stream.place(at);
      deliver = (event) => tell(stream, event, caller, follow);
      for (const event of [...first, ...arrived]) deliver(event);
      await stream.closed;
      this.open.delete(stream);
    } finally {
      stopListening();
      watch.release();
      release();
    }
  }

  /** Streams would hold the server open: they end first, and clients come back to the next one. */
  onModuleDestroy(): void {
    this.ending = true;
    for (const stream of this.open) {
      stream.send({ event: 'end', data: { reason: 'shutting_down' } });
      stream.end();
    }
  }

  private async first(
    caller: Caller,
    request: Request,
    { at: id, ...follow }: Follow & { readonly at: string },
  ): Promise<readonly FeedEvent[]> {
    const seen = request.headers['last-event-id'];
    const kept = typeof seen === 'string' ? this.feed.since(seen) : null;
    const missed = kept?.filter((event) => concerns(event, caller, follow));
    if (missed && (!follow.last || missed.some(follow.last))) return missed;
    const snapshot = (await follow.snapshot()).map((event) => ({ ...event, id }));
    // Who comes back behind the last event must still learn that it was the last.
    if (missed) return [...missed, ...snapshot.filter((event) => follow.last?.(event))];
    return seen === undefined ? snapshot : [{ ...RESYNC, id }, ...snapshot];
  }
}

const RESYNC: NewEvent = {
  kind: 'resync',
  audience: { to: 'everyone' },
  data: () => ({ reason: 'events were missed: read anew what you show' }),
};

const concerns = (event: NewEvent, caller: Caller, { promptId }: Follow): boolean =>
  (promptId === undefined || event.promptId === promptId) && admits(event, caller);

function dismiss(stream: EventStream, { end }: Watch): void {
  const data = { reason: end?.reason };
  stream.dismiss([
    { event: 'session', data },
    { event: 'end', data },
  ]);
}

function tell(stream: EventStream, event: FeedEvent, caller: Caller, { last }: Follow): void {
  const { kind, id, promptId } = event;
  stream.send({
    event: kind,
    id,
    data: event.data(caller),
    ...(FLEETING.has(kind) ? { newestOnly: `${kind} ${promptId ?? ''}` } : {}),
  });
  if (last?.(event) !== true) return;
  stream.send({ event: 'end', id, data: { reason: 'finished' } });
  stream.end();
}
