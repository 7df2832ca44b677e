/** Two entries without an order: Python fails to compare them (`dict < dict`). */
export class Incomparable extends Error {}

/** True when `a` comes before `b`; throws `Incomparable` when they have no order. */
export type Before<T> = (a: T, b: T) => boolean;

/**
 * A binary heap with the exact layout of Python's `heapq`, because `GET /queue` shows the raw array: heap order, not
 * the order of execution.
 */
export class PromptHeap<T> {
  private items: T[] = [];

  constructor(private readonly before: Before<T>) {}

  get size(): number {
    return this.items.length;
  }

  /** A copy in heap order. */
  list(): readonly T[] {
    return [...this.items];
  }

  /** Adds an item. It is in the heap even when comparing it fails. */
  push(item: T): void {
    this.items.push(item);
    this.rise(0, this.items.length - 1, this.before);
  }

  /** Removes and returns the first item. */
  pop(): T | undefined {
    const last = this.items.pop();
    const first = this.items[0];
    if (last === undefined || first === undefined) return last;
    this.items[0] = last;
    this.sink(0);
    return first;
  }

  clear(): void {
    this.items = [];
  }

  /** Removes the first item in heap order that fits; true when there was one. */
  remove(fits: (item: T) => boolean): boolean {
    const index = this.items.findIndex(fits);
    if (index < 0) return false;
    this.items.splice(index, 1);
    for (let at = Math.floor(this.items.length / 2) - 1; at >= 0; at--) this.sink(at);
    return true;
  }

  private at(index: number): T {
    return this.items[index] as T;
  }

  private rise(start: number, from: number, before: Before<T>): void {
    const item = this.at(from);
    let at = from;
    while (at > start) {
      const parent = (at - 1) >> 1;
      if (!before(item, this.at(parent))) break;
      this.items[at] = this.at(parent);
      at = parent;
      this.items[at] = item;
    }
  }

  /** Down to a leaf along the smaller child, then up again: what `heapq` does, which decides the layout. */
  private sink(start: number): void {
    const item = this.at(start);
    let at = start;
    for (let child = 2 * at + 1; child < this.items.length; child = 2 * at + 1) {
      const right = child + 1;
      if (right < this.items.length && !this.settled(this.at(child), this.at(right))) child = right;
      this.items[at] = this.at(child);
      at = child;
    }
    this.items[at] = item;
    this.rise(start, at, this.settled);
  }

  /** Like `before`, but treats incomparable entries as ordered, so that taking out can't fail. */
  private readonly settled: Before<T> = (a, b) => {
    try {
      return this.before(a, b);
    } catch (error) {
      if (error instanceof Incomparable) return true;
      throw error;
    }
  };
}
