import type { Clock } from '../../../platform/clock/clock';

/** A signal that aborts after a timeout, or together with another signal, unless `done` is called before. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly finished = new AbortController();
  private late = false;
  readonly signal = this.controller.signal;

  constructor(clock: Clock, ms: number, end?: AbortSignal) {
    const abort = (): void => this.controller.abort();
    end?.addEventListener('abort', abort, { signal: this.finished.signal });
    if (end?.aborted === true) abort();
    clock.sleep(Math.max(0, ms), this.finished.signal).then(
      () => {
        this.late = true;
        abort();
      },
      () => undefined,
    );
  }

  get passed(): boolean {
    return this.late;
  }

  done(): void {
    this.finished.abort();
  }
}
