import type { Clock } from '../../../platform/clock/clock';

const PERIOD_MS = 1000;
/** A fast node sends a few hundred. */
export const MAX_MESSAGES_PER_SECOND = 1_000;
const MAX_BYTES_PER_SECOND = 32 * 1024 * 1024;

/** Limits how much is read from one node's sockets per second, so that a flood costs neither memory nor processor time. */
export class ReadBudget {
  private since = -Infinity;
  private messages = 0;
  private bytes = 0;

  constructor(private readonly clock: Clock) {}

  /**
   * Counts a message.
   * @returns for how many milliseconds nothing more may be read; 0: read on
   */
  spend(bytes: number): number {
    const now = this.clock.monotonic();
    if (now - this.since >= PERIOD_MS) {
      this.since = now;
      this.messages = 0;
      this.bytes = 0;
    }
    this.messages += 1;
    this.bytes += bytes;
    const isSpent = this.messages >= MAX_MESSAGES_PER_SECOND || this.bytes >= MAX_BYTES_PER_SECOND;
    return isSpent ? this.since + PERIOD_MS - now : 0;
  }
}
