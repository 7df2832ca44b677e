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

  after(ms: number, act: () => void): () => void {
    const cancel = (): void => void this.sleepers.delete(sleeper);
    const wake = (): void => {
      cancel();
      act();
    };
    const sleeper = { at: this.time + ms, wake };
    this.sleepers.add(sleeper);
    return cancel;
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
