import type { Clock } from '../../../platform/clock/clock';

/** A signal that aborts after a while, unless whatever it bounds is done before. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly finished = new AbortController();
  readonly signal = this.controller.signal;

  constructor(clock: Clock, ms: number) {
    clock.sleep(Math.max(0, ms), this.finished.signal).then(
      () => this.controller.abort(),
      () => undefined,
    );
  }

  get passed(): boolean {
    return this.signal.aborted;
  }

  done(): void {
    this.finished.abort();
  }
}
