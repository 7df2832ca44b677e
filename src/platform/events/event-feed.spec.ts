import { Logger } from '@nestjs/common';
import { type Caller, UNRESTRICTED } from '../access/caller';
import { SystemIds } from '../clock/clock';
import { admits, EventFeed, type FeedEvent, type NewEvent } from './event-feed';

const job = (n: number): NewEvent => ({
  kind: 'job',
  audience: { to: 'owner', ownerId: 'o1' },
  promptId: 'p',
  data: () => n,
});
const numbers = (events: readonly FeedEvent[] | null): unknown =>
  events?.map((event) => event.data(UNRESTRICTED)) ?? null;

const agent = (ownerId: string): Caller => ({ ...UNRESTRICTED, ownerId, isAdmin: false });

describe('EventFeed', () => {
  it('replays the events after an id, without progress and previews', () => {
    const feed = new EventFeed(new SystemIds());
    feed.publish(job(1));
    const at = feed.lastId();
    feed.publish(job(2));
    feed.publish({ ...job(99), kind: 'progress' });
    feed.publish(job(3));
    expect(numbers(feed.since(at))).toEqual([2, 3]);
    expect(numbers(feed.since(feed.lastId()))).toEqual([]);
  });

  it('replays after the id of a progress or preview event too', () => {
    const feed = new EventFeed(new SystemIds());
    feed.publish({ ...job(99), kind: 'preview' });
    const at = feed.lastId();
    feed.publish(job(1));
    expect(numbers(feed.since(at))).toEqual([1]);
  });

  it('returns null for an id of another process, from the future, or of another format', () => {
    const feed = new EventFeed(new SystemIds());
    const other = new EventFeed(new SystemIds());
    other.publish(job(1));
    const own = feed.lastId();
    const forged = own.slice(0, -1) + (own.endsWith('0') ? '1' : '0');
    const plain = own.replace(/-.*/, '-0');
    const others = [other.lastId(), '', 'x', `${own}x`, '-1', '__proto__', `${own}.5`];
    for (const id of [forged, plain, ...others]) expect(feed.since(id)).toBeNull();
  });

  it('replays exactly the later events, after each of many events', () => {
    const feed = new EventFeed(new SystemIds());
    const received: FeedEvent[] = [];
    feed.listen((event) => received.push(event));
    for (let n = 0; n < 50; n += 1)
      feed.publish({ ...job(n), kind: n % 3 === 1 ? 'progress' : 'job' });
    received.forEach(({ id }, at) => {
      const missed = received.slice(at + 1).filter(({ kind }) => kind === 'job');
      expect(numbers(feed.since(id))).toEqual(numbers(missed));
    });
  });

  it('never repeats an id, so that ids do not show activity', () => {
    const feed = new EventFeed(new SystemIds());
    const ids = [feed.lastId(), feed.lastId()];
    feed.publish(job(1));
    ids.push(feed.lastId(), feed.lastId());
    expect(new Set(ids).size).toBe(4);
  });

  it('drops the oldest events, and then returns null instead of an incomplete replay', () => {
    const feed = new EventFeed(new SystemIds());
    const start = feed.lastId();
    feed.publish(job(0));
    const second = feed.lastId();
    for (let n = 1; n <= 2_000; n += 1) feed.publish(job(n));
    expect(feed.since(start)).toBeNull();
    expect(feed.since(second)).toHaveLength(2_000);
  });

  it('neither fails nor skips other listeners when one listener throws', () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const feed = new EventFeed(new SystemIds());
    const received: FeedEvent[] = [];
    feed.listen(() => {
      throw new Error('broken');
    });
    feed.listen((event) => received.push(event));
    feed.publish(job(1));
    feed.publish(job(2));
    expect(numbers(received)).toEqual([1, 2]);
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
  });

  it('calls listeners for every event until they stop', () => {
    const feed = new EventFeed(new SystemIds());
    const received: FeedEvent[] = [];
    const stop = feed.listen((event) => received.push(event));
    feed.publish(job(1));
    feed.publish({ ...job(2), kind: 'preview' });
    stop();
    feed.publish(job(3));
    expect(numbers(received)).toEqual([1, 2]);
  });
});

describe('admits', () => {
  it.each<[string, Caller, NewEvent['audience'], boolean]>([
    ['its owner', agent('o1'), { to: 'owner', ownerId: 'o1' }, true],
    ['not another caller', agent('o2'), { to: 'owner', ownerId: 'o1' }, false],
    ['an admin', UNRESTRICTED, { to: 'owner', ownerId: 'o1' }, true],
    ['no agent to an event without an owner', agent('o1'), { to: 'owner', ownerId: null }, false],
    ['everyone', agent('o2'), { to: 'everyone' }, true],
    ['admins', UNRESTRICTED, { to: 'admins' }, true],
    ['only admins', agent('o1'), { to: 'admins' }, false],
    ['those that match', agent('o1'), { to: 'matching', admits: (c) => c.ownerId === 'o1' }, true],
    ['not others', agent('o2'), { to: 'matching', admits: (c) => c.ownerId === 'o1' }, false],
  ])('%s', (_, caller, audience, expected) => {
    expect(admits({ ...job(1), audience }, caller)).toBe(expected);
  });
});
