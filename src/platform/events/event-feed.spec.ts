import { Logger } from '@nestjs/common';
import { eventIds } from '../../../test/support/events';
import { ManualClock } from '../../../test/support/manual-clock';
import { UNRESTRICTED } from '../access/caller';
import { type RequestContext, requestContext } from '../http/request-context';
import { EventFeed, type FeedEvent, type NewEvent } from './event-feed';
import type { OutboxEvent, OutboxReader } from './outbox';

const progress = (n: number): NewEvent => ({
  kind: 'progress',
  audience: { to: 'owner', ownerId: 'o1' },
  promptId: 'p',
  data: () => ({ n }),
});

describe('EventFeed', () => {
  const ids = eventIds();
  const clock = new ManualClock();
  let stored: OutboxEvent[];
  let reads: number;
  let broken: boolean;
  let contexts: (RequestContext | undefined)[];
  let appended: () => void;
  let feed: EventFeed;

  beforeEach(() => {
    [stored, reads, broken, contexts] = [[], 0, false, []];
    const reader: Pick<OutboxReader, 'after' | 'newest' | 'onAppended'> = {
      after: async (position, limit) => {
        reads += 1;
        contexts.push(requestContext.getStore());
        await Promise.resolve();
        if (broken) throw new Error('broken');
        return stored.slice(position, position + limit);
      },
      newest: () => Promise.resolve(stored.length),
      onAppended: (listener) => {
        appended = listener;
        return () => undefined;
      },
    };
    feed = new EventFeed(reader as OutboxReader, ids, clock);
  });
  afterEach(() => feed.onModuleDestroy());

  /** Stores events with the next numbers. */
  const store = (count: number): void => {
    for (let n = 0; n < count; n += 1) {
      const position = stored.length + 1;
      stored.push({
        position,
        kind: 'job',
        ownerId: 'o1',
        audience: { to: 'owner', ownerId: 'o1' },
        promptId: 'p',
        data: { n: position },
        adminData: null,
        createdAt: clock.timestamp(),
      });
    }
    appended();
  };
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  };
  const listening = async () => {
    const events: FeedEvent[] = [];
    const following = await feed.follow((event) => events.push(event));
    const numbers = () => events.map((event) => (event.data(UNRESTRICTED) as { n: number }).n);
    return { events, numbers, ...following };
  };

  it('delivers every stored event after the start once, in order, with its position as id', async () => {
    store(3);
    const one = await listening();
    store(500);
    const other = await listening();
    store(2);
    await settled();
    expect(one.numbers()).toEqual(Array.from({ length: 502 }, (_, n) => n + 4));
    expect(one.events.map(({ id }) => ids.decode(id))).toEqual(one.numbers());
    expect(one.numbers().slice(other.from - 3)).toEqual(other.numbers());
  });

  it('reads for all listeners together, and not at all while there are none', async () => {
    store(1);
    const one = await listening();
    const other = await listening();
    await settled();
    const before = reads;
    store(1);
    await settled();
    expect(reads - before).toBe(1);
    one.stop();
    other.stop();
    store(3);
    await settled();
    expect(reads - before).toBe(1);
    const late = await listening();
    store(1);
    await settled();
    expect([late.from, late.numbers()]).toEqual([5, [6]]);
  });

  it('reads outside the request that started the reading', async () => {
    await requestContext.run({ requestId: 'the request', owner: 'public' }, async () => {
      await listening();
      store(1);
    });
    await settled();
    expect(contexts).toEqual([undefined, undefined]);
  });

  it('delivers events that are not stored at once, with the id of the last stored one', async () => {
    store(2);
    const { events, numbers } = await listening();
    feed.publish(progress(99));
    expect([numbers(), events[0]?.position]).toEqual([[99], null]);
    expect(ids.decode(events[0]!.id)).toBe(2);
  });

  it('lets completions change stored events before anybody gets them', async () => {
    feed.completeWith((events) =>
      Promise.resolve(events.map((event) => ({ ...event, data: { n: event.position * 10 } }))),
    );
    const { numbers } = await listening();
    store(2);
    await settled();
    expect(numbers()).toEqual([10, 20]);
  });

  it('reads an event that is committed just when a read ends', async () => {
    const numbers: number[] = [];
    await feed.follow((event) => {
      numbers.push((event.data(UNRESTRICTED) as { n: number }).n);
      if (numbers.length === 1) queueMicrotask(() => store(1));
    });
    store(1);
    await settled();
    expect(numbers).toEqual([1, 2]);
  });

  it('reads again after a failure', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const { numbers } = await listening();
    await settled();
    broken = true;
    store(1);
    await settled();
    broken = false;
    await clock.advance(1_000);
    await settled();
    expect(numbers()).toEqual([1]);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });

  it('neither fails nor skips other listeners when one listener throws', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    await feed.follow(() => {
      throw new Error('broken');
    });
    const { numbers } = await listening();
    feed.publish(progress(1));
    store(1);
    await settled();
    expect(numbers()).toEqual([1, 1]);
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
  });
});
