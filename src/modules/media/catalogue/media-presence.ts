import { Injectable } from '@nestjs/common';
import { boundedCache } from '../../../platform/bounded-cache';
import { WriteGate } from '../../../platform/database/write-gate';

/** Paths that are kept in memory. */
const MAX_PATHS = 20_000;

/**
 * Which assets are there, outside of the trash, in memory: each read of a job asks about its files. This process is the
 * only one that changes assets.
 */
@Injectable()
export class MediaPresence {
  private readonly known = boundedCache<boolean>(MAX_PATHS);
  private changed = 0;

  constructor(private readonly gate: WriteGate) {}

  /** Increases with each change. */
  get revision(): number {
    return this.changed;
  }

  /** Those of these paths that are there. @param read looks up those that are unknown */
  async existing(
    paths: readonly string[],
    read: (unknown: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<ReadonlySet<string>> {
    const states = new Map(paths.map((path) => [path, this.known.get(path)]));
    const unknown = [...states].flatMap(([path, known]) => (known === undefined ? [path] : []));
    if (unknown.length > 0) {
      const { revision } = this;
      const found = await read(unknown);
      for (const path of unknown) {
        states.set(path, found.has(path));
        // What was read before a change may be wrong after it.
        if (revision === this.revision) this.known.set(path, found.has(path));
      }
    }
    return new Set([...states].flatMap(([path, isThere]) => (isThere === true ? [path] : [])));
  }

  /** Call it in the transaction that changes these assets. */
  changes(paths: readonly string[]): void {
    this.gate.afterEnd(() => {
      this.changed += 1;
      for (const path of paths) this.known.delete(path);
    });
  }
}
