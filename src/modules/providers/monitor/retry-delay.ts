import type { Clock, Ids } from '../../../platform/clock/clock';

const MIN_MS = 250;
const MAX_MS = 5000;

/** Milliseconds to wait after so many failures in a row; random, so that monitors don't retry in step. */
export function backoffMs(failures: number, ids: Ids): number {
  const whole = Math.min(MAX_MS, MIN_MS * 2 ** Math.min(failures, 16));
  return whole / 2 + ids.integer(whole / 2);
}

/** A pause that can be cut short; a `wake` before `sleep` cuts the next one short. */
export class InterruptibleSleep {
  private waking = new AbortController();

  constructor(
    private readonly clock: Clock,
    end: AbortSignal,
  ) {
    end.addEventListener('abort', () => this.wake());
  }

  wake(): void {
    this.waking.abort();
  }

  async sleep(ms: number): Promise<void> {
    await this.clock.pause(ms, this.waking.signal);
    this.waking = new AbortController();
  }
}
