import { JsonTooComplex } from './json-scanner';

/** A node with 2,694 classes and 102 MiB of descriptions takes a tenth of it. */
const MAX_KEPT_BYTES = 256 * 1024 * 1024;
/** Approximate memory of a value beside the characters of a text. */
const BYTES_PER_VALUE = 32;
/** Shorter lists aren't worth a search. */
const MIN_LENGTH = 16;

/** Keeps one copy of equal lists of texts: a node's loaders repeat the lists of its files, which are most of what it sends. */
export class SharedLists {
  /** By length, first and last text; of different lists with the same ends the first one. */
  private readonly lists = new Map<string, readonly unknown[]>();
  private keptBytes = 0;

  /**
   * Replaces lists inside a parsed value.
   * @param key of the value in its object
   * @throws JsonTooComplex when all values together would take too much memory
   */
  share(value: unknown, key = ''): unknown {
    this.keep(key.length);
    const same = isLongList(value) ? this.sameList(value) : value;
    if (same !== value) return same;
    this.keep(BYTES_PER_VALUE + (typeof value === 'string' ? value.length : 0));
    if (typeof value === 'object' && value !== null) this.shareMembers(value);
    return value;
  }

  private shareMembers(container: object): void {
    for (const [name, inner] of Object.entries(container) as [string, unknown][]) {
      const shared = this.share(inner, Array.isArray(container) ? '' : name);
      if (shared !== inner) (container as Record<string, unknown>)[name] = shared;
    }
  }

  /** An equal list from before, or else the list itself. */
  private sameList(list: readonly unknown[]): readonly unknown[] {
    const ends = `${list.length} ${String(list[0])} ${String(list.at(-1))}`;
    const same = this.lists.get(ends);
    if (!same) this.lists.set(ends, list);
    return same && list.every((text, at) => text === same[at]) ? same : list;
  }

  private keep(bytes: number): void {
    this.keptBytes += bytes;
    if (this.keptBytes > MAX_KEPT_BYTES)
      throw new JsonTooComplex('its classes would take too much memory');
  }
}

function isLongList(value: unknown): value is unknown[] {
  return (
    Array.isArray(value) &&
    value.length >= MIN_LENGTH &&
    value.every((text) => typeof text === 'string')
  );
}
