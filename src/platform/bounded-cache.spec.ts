import { boundedCache } from './bounded-cache';

describe('boundedCache', () => {
  it('drops the entry that was used least recently once it is full', () => {
    const cache = boundedCache<number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect([...cache.keys()].sort()).toEqual(['a', 'c']);
  });

  it('reserves no memory for entries that are not there', () => {
    expect(boundedCache<number>(1_000_000_000).size).toBe(0);
  });
});
