import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { isRecord } from '../json';
import { type Hold, HeldAnswers } from '../http/held-answers';
import { admits } from './audience';
import { EventFeed, type FeedEvent } from './event-feed';
import type { DurableKind } from './event-kinds';

/** Something that runs and ends. */
interface Running {
  readonly status: string;
}

const UNFINISHED: ReadonlySet<string> = new Set(['queued', 'starting', 'running', 'stopping']);
const isOver = ({ status }: Running): boolean => !UNFINISHED.has(status);

/** Holds answers until something has ended, and reads nothing while nothing happens. */
@Injectable()
export class EventWait {
  constructor(
    private readonly held: HeldAnswers,
    private readonly feed: EventFeed,
  ) {}

  /**
   * The record as it is now or, with `hold`, once it has ended or the time is up. Throws what `read` throws.
   * @param news the stored events after which it is read again: their kind, the id in their data, and the name of that field
   */
  async read<T extends Running>(
    caller: Caller,
    hold: Hold,
    news: { readonly kind: DurableKind; readonly id: string; readonly idName?: string },
    read: () => Promise<T>,
  ): Promise<T> {
    if (hold.seconds === 0) return read();
    let record: T | undefined;
    const isNews = ({ kind, audience, position, data }: FeedEvent): boolean =>
      kind === news.kind &&
      position !== null &&
      admits(audience, caller) &&
      memberOf(data(caller), news.idName ?? 'id') === news.id;
    await this.held.until(caller, hold, (signal) =>
      this.afterEach(isNews, signal, async () => {
        record = await read();
        return isOver(record);
      }),
    );
    return record && isOver(record) ? record : read();
  }

  /** Calls `look` at once and after such events, until it answers true or the signal aborts. */
  private async afterEach(
    isNews: (event: FeedEvent) => boolean,
    signal: AbortSignal,
    look: () => Promise<boolean>,
  ): Promise<void> {
    let seen = 0;
    let wake = (): void => undefined;
    const onNews = (): void => {
      seen += 1;
      wake();
    };
    const following = await this.feed.follow((event) => {
      if (isNews(event)) onNews();
    });
    signal.addEventListener('abort', onNews);
    try {
      while (!signal.aborted) {
        const before = seen;
        if (await look()) return;
        if (seen === before) await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', onNews);
      following.stop();
    }
  }
}

const memberOf = (data: unknown, name: string): unknown =>
  isRecord(data) ? data[name] : undefined;
