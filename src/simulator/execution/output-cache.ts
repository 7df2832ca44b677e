import type { Value } from '../classes/value';
import type { WireObject } from '../wire/json';

/** The result of a node: its outputs by slot, and its output for the user interface. */
export interface CacheEntry {
  readonly outputs: readonly Value[];
  readonly ui: WireObject | undefined;
}

/**
 * Results of nodes by signature. Like ComfyUI with its default memory settings, it stores only
 * the results that the current prompt uses, from the end of the prompt's first node on.
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
