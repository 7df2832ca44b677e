import type { Clock } from './clock';

/** Runs work of one key at most once per interval: at once, and once more at its end if it was requested meanwhile. */
export class KeyedThrottle {
  /** Keys whose interval is running, with the work that was requested last. */
  private readonly running = new Map<string, (() => void) | null>();

  constructor(private readonly clock: Clock) {}

  run(key: string, intervalMs: number, work: () => void): void {
    if (this.running.has(key)) {
      this.running.set(key, work);
      return;
    }
    this.running.set(key, null);
    void this.clock.sleep(intervalMs).then(() => {
      const next = this.running.get(key);
      this.running.delete(key);
      if (next) this.run(key, intervalMs, next);
    });
    work();
  }
}
