import type { Clock } from '../../../platform/clock/clock';

/** A pause that can be cut short; being woken before falling asleep counts. */
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
    await this.clock.sleep(ms, this.waking.signal).catch(() => undefined);
    this.waking = new AbortController();
  }
}
