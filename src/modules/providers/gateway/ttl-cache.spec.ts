import { ManualClock } from '../../../../test/support/manual-clock';
import { TtlCache } from './ttl-cache';

describe('TtlCache', () => {
  const clock = new ManualClock();
  let cache: TtlCache<string>;
  let count: number;
  const ask = (): Promise<string> => Promise.resolve(`v${++count}`);
  const mine = (key: string): boolean => key.startsWith('a/');

  beforeEach(() => {
    cache = new TtlCache(clock, () => 1000);
    count = 0;
  });

  it('fetches again only after maxAgeMs', async () => {
    expect(await cache.get('a/', ask)).toBe('v1');
    await clock.advance(999);
    expect(cache.isStale('a/')).toBe(false);
    expect(await cache.get('a/', ask)).toBe('v1');
    await clock.advance(1);
    expect(cache.isStale('a/')).toBe(true);
    expect(cache.last('a/')).toBe('v1');
    expect(cache.isStale('a/', 1500)).toBe(false);
    expect(await cache.get('a/', ask)).toBe('v2');
  });

  it('finds a value of any key, also an old one', async () => {
    await cache.get('a/', ask);
    await cache.get('b/', ask);
    await clock.advance(1000);
    expect(cache.find((value) => value === 'v2')).toBe('v2');
    expect(cache.find((value) => value === 'v3')).toBeUndefined();
  });

  it('keeps as many values as their weights allow', async () => {
    cache = new TtlCache(clock, () => 1000, { weightOf: (value) => (value === 'v3' ? 1999 : 1) });
    for (const key of ['a/', 'b/', 'c/']) await cache.get(key, ask);
    const kept = ['a/', 'b/', 'c/'].map((key) => cache.last(key));
    expect(kept).toEqual([undefined, 'v2', 'v3']);
  });

  it('fetches once per key at a time', async () => {
    const answers = await Promise.all([
      cache.get('a/', ask),
      cache.get('a/', ask),
      cache.get('b/', ask),
    ]);
    expect(answers).toEqual(['v1', 'v1', 'v2']);
  });

  it('keeps the last value after a failed fetch', async () => {
    await cache.get('a/', ask);
    await clock.advance(1000);
    await expect(cache.get('a/', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(cache.last('a/')).toBe('v1');
    expect(await cache.get('a/', ask)).toBe('v2');
  });

  it('expires one node and leaves the others', async () => {
    await cache.get('a/', ask);
    await cache.get('b/', ask);
    cache.expire(mine);
    expect(cache.last('a/')).toBe('v1');
    expect(await cache.get('a/', ask)).toBe('v3');
    expect(await cache.get('b/', ask)).toBe('v2');
    cache.drop(mine);
    expect(cache.last('a/')).toBeUndefined();
  });

  it('expires and drops every entry of a node, and only these', async () => {
    for (const key of ['a/1', 'b/1', 'a/2', 'a/3']) await cache.get(key, ask);
    cache.expire(mine);
    expect(['a/1', 'b/1', 'a/2', 'a/3'].map((key) => cache.isStale(key))).toEqual([
      true,
      false,
      true,
      true,
    ]);
    cache.drop(mine);
    expect(['a/1', 'b/1', 'a/2', 'a/3'].map((key) => cache.last(key))).toEqual([
      undefined,
      'v2',
      undefined,
      undefined,
    ]);
  });

  it('does not store a value whose fetch was running when it expired', async () => {
    let answer: (value: string) => void = () => undefined;
    const slow = cache.get('a/', () => new Promise((resolve) => (answer = resolve)));
    cache.expire(mine);
    expect(await cache.get('a/', ask)).toBe('v1');
    answer('old');
    expect(await slow).toBe('old');
    expect(cache.last('a/')).toBe('v1');
  });

  describe('of failures', () => {
    const isBad = (error: unknown): error is Error =>
      error instanceof Error && error.message === 'bad';
    const fail = (): Promise<string> => Promise.reject(new Error('bad'));

    beforeEach(() => (cache = new TtlCache(clock, () => 1000, { keepsFailure: isBad })));

    it('repeats a fetch only after maxAgeMs, or once it is expired', async () => {
      await expect(cache.get('a/', fail)).rejects.toThrow('bad');
      await expect(cache.get('a/', ask)).rejects.toThrow('bad');
      expect(await cache.get('b/', ask)).toBe('v1');
      await clock.advance(1000);
      expect(await cache.get('a/', ask)).toBe('v2');
      await expect(cache.get('a/c', fail)).rejects.toThrow('bad');
      cache.expire(mine);
      expect(await cache.get('a/c', ask)).toBe('v3');
    });

    it('keeps none whose fetch was running when it expired', async () => {
      let refuse: (error: Error) => void = () => undefined;
      const slow = cache.get('a/', () => new Promise((_, reject) => (refuse = reject)));
      cache.expire(mine);
      refuse(new Error('bad'));
      await expect(slow).rejects.toThrow('bad');
      expect(await cache.get('a/', ask)).toBe('v1');
    });
  });
});
