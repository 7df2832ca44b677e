import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/write-gate';

/** A module whose resources name media by their paths. */
export interface MediaReferenceHolder {
  /** Those of these that must not be merged into another one. A holder without this method has none. */
  fixed?(tx: Transaction, paths: readonly string[]): Promise<readonly string[]>;
  /** Names `to` wherever it names one of `from`, once. */
  replace(tx: Transaction, from: readonly string[], to: string): Promise<void>;
  /** Those of these that it names, so that no rule moves them to the trash. */
  named(paths: readonly string[]): Promise<readonly string[]>;
}

/** The references of other modules to media. The modules that hold some register themselves. */
@Injectable()
export class MediaReferences {
  private readonly holders: MediaReferenceHolder[] = [];

  register(holder: MediaReferenceHolder): void {
    this.holders.push(holder);
  }

  async fixed(tx: Transaction, paths: readonly string[]): Promise<ReadonlySet<string>> {
    const fixed = new Set<string>();
    for (const holder of this.holders)
      for (const path of (await holder.fixed?.(tx, paths)) ?? []) fixed.add(path);
    return fixed;
  }

  async replace(tx: Transaction, from: readonly string[], to: string): Promise<void> {
    for (const holder of this.holders) await holder.replace(tx, from, to);
  }

  async named(paths: readonly string[]): Promise<ReadonlySet<string>> {
    if (paths.length === 0) return new Set();
    const named = await Promise.all(this.holders.map((holder) => holder.named(paths)));
    return new Set(named.flat());
  }
}
