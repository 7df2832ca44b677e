import type { Clock } from '../../../platform/clock/clock';

/** A signal that aborts after a timeout, or together with another signal, unless `done` is called before. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly cancel: () => void;
  private late = false;
  readonly signal = this.controller.signal;

  constructor(
    clock: Clock,
    ms: number,
    private readonly end?: AbortSignal,
  ) {
    this.cancel = clock.after(Math.max(0, ms), () => {
      this.late = true;
      this.abort();
    });
    end?.addEventListener('abort', this.abort);
    if (end?.aborted === true) this.abort();
  }

  get passed(): boolean {
    return this.late;
  }

  done(): void {
    this.cancel();
    this.end?.removeEventListener('abort', this.abort);
  }

  private readonly abort = (): void => this.controller.abort();
}
