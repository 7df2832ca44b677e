/** More work waits for a slot than may. */
export class SlotsBusy extends Error {}

/** Lets a few pieces of work run at once and a bounded number wait for their turn, first come, first served. */
export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(
    atOnce: number,
    private readonly mayWait = Number.POSITIVE_INFINITY,
  ) {
    this.free = atOnce;
  }

  /** @throws SlotsBusy at once when the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.take();
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  private take(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    if (this.waiting.length >= this.mayWait) return Promise.reject(new SlotsBusy('too much waits'));
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** The slot goes straight to the next in line. */
  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }
}
