import type { Value } from '../classes/value';
import type { WireObject } from '../wire/json';

/** What a node gave: its outputs by slot, and what it shows to the user. */
export interface CacheEntry {
  readonly outputs: readonly Value[];
  readonly ui: WireObject | undefined;
}

/**
 * Results of nodes by signature. Like the real one on a machine that isn't swimming in memory, it keeps what the
 * current prompt uses and drops the rest as soon as one of its nodes is done.
 */
export class OutputCache {
  private readonly entries = new Map<string, CacheEntry>();

  get(signature: string): CacheEntry | undefined {
    return this.entries.get(signature);
  }

  set(signature: string, entry: CacheEntry): void {
    this.entries.set(signature, entry);
  }

  keepOnly(signatures: ReadonlySet<string>): void {
    for (const signature of this.entries.keys()) {
      if (!signatures.has(signature)) this.entries.delete(signature);
    }
  }

  clear(): void {
    this.entries.clear();
  }
}
