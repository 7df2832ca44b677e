/** The queue for a slot is full. */
export class SlotsBusy extends Error {}

/** Limits how many pieces of work run at once; a bounded number waits, first come, first served. */
export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(
    concurrency: number,
    private readonly maxWaiting = Number.POSITIVE_INFINITY,
  ) {
    this.free = concurrency;
  }

  /** @throws SlotsBusy at once when the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire();
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  private acquire(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    if (this.waiting.length >= this.maxWaiting)
      return Promise.reject(new SlotsBusy('the queue is full'));
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Passes the slot to the next in line. */
  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }
}
