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
  readonly waiting: (() => void)[];
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

  /** @throws SlotsBusy at once when the queue is full */
  async run<T>(work: () => Promise<T>, owner = ''): Promise<T> {
    const queue = this.owners.get(owner) ?? { running: 0, waiting: [] };
    this.owners.set(owner, queue);
    try {
      await this.acquire(queue);
      try {
        return await work();
      } finally {
        this.running -= 1;
        queue.running -= 1;
        this.startNext();
      }
    } finally {
      if (queue.running === 0 && queue.waiting.length === 0) this.owners.delete(owner);
    }
  }

  private async acquire(queue: OwnerQueue): Promise<void> {
    if (this.running < this.concurrency && queue.running < this.limits.perOwner) {
      this.occupy(queue);
      return;
    }
    const { maxWaiting, maxWaitingPerOwner } = this.limits;
    if (this.waiting >= maxWaiting || queue.waiting.length >= maxWaitingPerOwner)
      throw new SlotsBusy('the queue is full');
    this.waiting += 1;
    await new Promise<void>((resolve) => queue.waiting.push(resolve));
  }

  private occupy(queue: OwnerQueue): void {
    this.running += 1;
    queue.running += 1;
  }

  /** Passes a free slot to the first owner who has work waiting, and puts that owner at the end of the line. */
  private startNext(): void {
    if (this.running >= this.concurrency) return;
    for (const [owner, queue] of this.owners) {
      if (queue.waiting.length === 0 || queue.running >= this.limits.perOwner) continue;
      this.owners.delete(owner);
      this.owners.set(owner, queue);
      this.waiting -= 1;
      this.occupy(queue);
      queue.waiting.shift()?.();
      return;
    }
  }
}
