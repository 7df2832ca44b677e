import { LRUCache } from 'lru-cache';
import { boundedCache } from '../../../platform/bounded-cache';
import type { Clock } from '../../../platform/clock/clock';

/** A limit, because callers choose some of the keys. */
const MAX_ENTRIES = 2_000;

interface Entry<T> {
  readonly value: T;
  at: number;
}

interface TtlCacheOptions<T> {
  /** Which errors are kept for `maxAgeMs`, too, so that the fetch is not repeated until then. */
  readonly keepsFailure?: (error: unknown) => error is Error;
  /** How many of the 2,000 entries a value takes; a whole number, at least 1. */
  readonly weightOf?: (value: T) => number;
}

/** Values by key that are fetched again after `maxAgeMs`; one fetch per key at a time. The last value stays readable. */
export class TtlCache<T> {
  private readonly entries: LRUCache<string, Entry<T>>;
  private readonly failures = boundedCache<Entry<Error>>(MAX_ENTRIES);
  private readonly underWay = new Map<string, Promise<T>>();

  constructor(
    private readonly clock: Clock,
    private readonly maxAgeMs: () => number,
    private readonly options: TtlCacheOptions<T> = {},
  ) {
    const { weightOf = () => 1 } = options;
    this.entries = new LRUCache({
      maxSize: MAX_ENTRIES,
      sizeCalculation: ({ value }) => weightOf(value),
    });
  }

  /** A value no older than `maxAgeMs`, fetched when there is none. */
  get(key: string, ask: () => Promise<T>): Promise<T> {
    const entry = this.entries.get(key);
    if (entry && this.isFresh(entry)) return Promise.resolve(entry.value);
    const failure = this.failures.get(key);
    if (failure && this.isFresh(failure)) return Promise.reject(failure.value);
    const running = this.underWay.get(key);
    if (running) return running;
    const asking = ask()
      .then((value) => {
        if (this.underWay.get(key) === asking)
          this.entries.set(key, { value, at: this.clock.monotonic() });
        return value;
      })
      .catch((error: unknown) => {
        if (this.underWay.get(key) === asking && this.options.keepsFailure?.(error))
          this.failures.set(key, { value: error, at: this.clock.monotonic() });
        throw error;
      })
      .finally(() => {
        if (this.underWay.get(key) === asking) this.underWay.delete(key);
      });
    this.underWay.set(key, asking);
    return asking;
  }

  /** Waits for the fetch under way, if there is one. */
  async settled(key: string): Promise<void> {
    await this.underWay.get(key)?.catch(() => undefined);
  }

  /** The last value, however old. */
  last(key: string): T | undefined {
    return this.entries.get(key)?.value;
  }

  /** A value of any key, however old. */
  find(isWanted: (value: T) => boolean): T | undefined {
    return [...this.entries.values()].find(({ value }) => isWanted(value))?.value;
  }

  /** Whether the value is missing or older than `maxAgeMs`, and not being fetched. */
  isStale(key: string, maxAgeMs = this.maxAgeMs()): boolean {
    const entry = this.entries.get(key);
    return !this.underWay.has(key) && !(entry && this.isFresh(entry, maxAgeMs));
  }

  /**
   * Makes the next `get` fetch again; the last value stays readable. Fetches under way still answer their callers, but
   * their values aren't stored.
   */
  expire(belongs: (key: string) => boolean): void {
    // Changed in place, because `set` would reorder the entries during the loop, which then never ends.
    for (const entries of [this.entries, this.failures])
      for (const [key, entry] of entries) if (belongs(key)) entry.at = -Infinity;
    for (const key of this.underWay.keys()) if (belongs(key)) this.underWay.delete(key);
  }

  /** Removes entries; their last values are no longer readable. */
  drop(belongs: (key: string) => boolean): void {
    this.expire(belongs);
    for (const key of [...this.entries.keys()]) if (belongs(key)) this.entries.delete(key);
  }

  private isFresh(entry: Entry<unknown>, maxAgeMs = this.maxAgeMs()): boolean {
    return this.clock.monotonic() - entry.at < maxAgeMs;
  }
}
