import { LRUCache } from 'lru-cache';

/**
 * The `maxEntries` entries that were used last; with `ttl` (ms), none that is older. lru-cache's own option `max` would
 * reserve memory for all entries at once: a dozen caches took 20 ms of the start and 8 MB.
 */
export const boundedCache = <V extends object | string | number | boolean>(
  maxEntries: number,
  ttl?: number,
): LRUCache<string, V> =>
  new LRUCache<string, V>({
    maxSize: maxEntries,
    sizeCalculation: () => 1,
    ...(ttl === undefined ? {} : { ttl }),
  });
