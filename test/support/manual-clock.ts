import { Clock } from '../../src/platform/clock/clock';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Time that passes only when a test says so. */
export class ManualClock extends Clock {
  private time = Date.UTC(2030, 0, 1);
  /** By how much the system's clock was set. */
  private offset = 0;
  private readonly sleepers = new Set<Sleeper>();

  protected wall(): number {
    return this.time + this.offset;
  }

  /** Sets the system's clock forward, or back when negative. No time passes. */
  set(ms: number): void {
    this.now();
    this.offset += ms;
    this.now();
  }

  monotonic(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.sleepers.delete(sleeper);
        reject(signal?.reason as Error);
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', abort);
        this.sleepers.delete(sleeper);
        resolve();
      };
      const sleeper = { at: this.time + ms, wake };
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      signal?.addEventListener('abort', abort);
      this.sleepers.add(sleeper);
    });
  }

  /** Remaining milliseconds of every pending sleep. */
  sleeping(): readonly number[] {
    return [...this.sleepers].map((sleeper) => sleeper.at - this.time);
  }

  /** Lets time pass and wakes sleepers in order; each one runs before the next is woken. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      const next = [...this.sleepers].sort((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.time = Math.max(this.time, next.at);
      next.wake();
      await new Promise(setImmediate);
    }
    this.time = end;
    await new Promise(setImmediate);
  }
}
