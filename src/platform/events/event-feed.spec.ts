import type { Caller } from '../access/caller';
import { UNRESTRICTED } from '../access/caller';
import { SystemIds } from '../clock/clock';
import { EventFeed, type FeedEntry, type FeedNews, mayHear } from './event-feed';

const job = (n: number, promptId = 'p'): FeedNews => ({
  kind: 'job',
  audience: { to: 'owner', ownerId: 'o1' },
  promptId,
  data: () => ({ n }),
});
const numbers = (entries: readonly FeedEntry[] | null): unknown =>
  entries?.map((entry) => (entry.news.data(UNRESTRICTED) as { n: number }).n) ?? null;

const agent = (ownerId: string): Caller => ({ ...UNRESTRICTED, ownerId, isAdmin: false });

describe('EventFeed', () => {
  it('numbers what can be replayed, and replays what came after an id', () => {
    const feed = new EventFeed(new SystemIds());
    feed.publish(job(1));
    const at = feed.position();
    feed.publish(job(2));
    feed.publish({ ...job(99), kind: 'progress' });
    feed.publish(job(3));
    expect(numbers(feed.since(at))).toEqual([2, 3]);
    expect(numbers(feed.since(feed.position()))).toEqual([]);
  });

  it('cannot replay for an id of another boot, from the future, or that is none', () => {
    const feed = new EventFeed(new SystemIds());
    const other = new EventFeed(new SystemIds());
    other.publish(job(1));
    const future = feed.position().replace(/-0$/, '-7');
    for (const id of [other.position(), future, '', 'x', `${feed.position()}x`, '-1', '__proto__']) {
      expect(feed.since(id)).toBeNull();
    }
  });

  it('forgets the oldest, and then says so instead of leaving a hole', () => {
    const feed = new EventFeed(new SystemIds());
    const start = feed.position();
    for (let n = 0; n <= 5_000; n += 1) feed.publish(job(n));
    expect(feed.since(start)).toBeNull();
    expect(feed.since(start.replace(/-0$/, '-1'))).toHaveLength(5_000);
  });

  it('tells listeners everything, until they stop', () => {
    const feed = new EventFeed(new SystemIds());
    const heard: FeedEntry[] = [];
    const stop = feed.listen((entry) => heard.push(entry));
    feed.publish(job(1));
    feed.publish({ ...job(2), kind: 'preview' });
    stop();
    feed.publish(job(3));
    expect(heard.map((entry) => entry.id === null)).toEqual([false, true]);
  });
});

describe('mayHear', () => {
  it.each<[string, Caller, FeedNews, string | null, boolean]>([
    ['its owner', agent('o1'), job(1), null, true],
    ['another caller', agent('o2'), job(1), null, false],
    ['an admin', UNRESTRICTED, job(1), null, true],
    ['everyone, of what is for everyone', agent('o2'), { ...job(1), audience: { to: 'everyone' } }, null, true],
    ['nobody but admins, of what has no owner', agent('o1'), { ...job(1), audience: { to: 'owner', ownerId: null } }, null, false],
    ['a stream of another job', agent('o1'), job(1), 'q', false],
    ['a stream of that job', agent('o1'), job(1), 'p', true],
  ])('%s', (_, caller, news, promptId, expected) => {
    expect(mayHear(caller, news, promptId)).toBe(expected);
  });
});
