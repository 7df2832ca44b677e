/** The queue for a slot is full. */
export class SlotsBusy extends Error {}

/** Optional limits of {@link Slots}; an absent one is unlimited (`perOwner`: the concurrency). */
export interface SlotLimits {
  /** Pieces of work of one owner that run at once. Set it below the concurrency to keep slots free for other owners. */
  readonly perOwner?: number;
  readonly maxWaiting?: number;
  readonly maxWaitingPerOwner?: number;
}

interface OwnerQueue {
  running: number;
  /** Functions that start the waiting work, in the order of arrival. */
  readonly waiting: Set<() => void>;
}

/**
 * Limits how many pieces of work run at once; a bounded number waits. Owners take turns, and the work of one owner runs in
 * the order of arrival.
 */
export class Slots {
  private running = 0;
  private waiting = 0;
  /** Owners with running or waiting work, in turn order: the next owner comes first. */
  private readonly owners = new Map<string, OwnerQueue>();
  private readonly limits: Required<SlotLimits>;

  constructor(
    private readonly concurrency: number,
    {
      perOwner = concurrency,
      maxWaiting = Number.POSITIVE_INFINITY,
      maxWaitingPerOwner = maxWaiting,
    }: SlotLimits = {},
  ) {
    this.limits = { perOwner, maxWaiting, maxWaitingPerOwner };
  }

  /**
   * @param signal while the work waits, an abort removes it from the queue; work that runs is not interrupted
   * @throws SlotsBusy at once when the queue is full; the signal's reason when it was removed from the queue
   */
  async run<T>(work: () => Promise<T>, owner = '', signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const queue = this.owners.get(owner) ?? { running: 0, waiting: new Set() };
    this.owners.set(owner, queue);
    try {
      await this.acquire(queue, signal);
      try {
        return await work();
      } finally {
        this.running -= 1;
        queue.running -= 1;
        this.startNext();
      }
    } finally {
      const isEmpty = queue.running === 0 && queue.waiting.size === 0;
      // Work that left the queue gets here later: by then, new work of the owner may have a queue of its own.
      if (isEmpty && this.owners.get(owner) === queue) this.owners.delete(owner);
    }
  }

  private async acquire(queue: OwnerQueue, signal?: AbortSignal): Promise<void> {
    if (this.running < this.concurrency && queue.running < this.limits.perOwner) {
      this.occupy(queue);
      return;
    }
    const { maxWaiting, maxWaitingPerOwner } = this.limits;
    if (this.waiting >= maxWaiting || queue.waiting.size >= maxWaitingPerOwner)
      throw new SlotsBusy('the queue is full');
    this.waiting += 1;
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        queue.waiting.delete(start);
        this.waiting -= 1;
        reject(signal?.reason as Error);
      };
      queue.waiting.add(start);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  private occupy(queue: OwnerQueue): void {
    this.running += 1;
    queue.running += 1;
  }

  /** Passes a free slot to the first owner who has work waiting, and puts that owner at the end of the line. */
  private startNext(): void {
    if (this.running >= this.concurrency) return;
    for (const [owner, queue] of this.owners) {
      const [start] = queue.waiting;
      if (!start || queue.running >= this.limits.perOwner) continue;
      this.owners.delete(owner);
      this.owners.set(owner, queue);
      queue.waiting.delete(start);
      this.waiting -= 1;
      this.occupy(queue);
      start();
      return;
    }
  }
}
