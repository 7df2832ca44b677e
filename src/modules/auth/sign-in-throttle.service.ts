import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../platform/clock/clock';
import { TooManyAttempts } from './auth.errors';

/** Failures that a network may make at once, and how long it takes until it may make one more. Milliseconds. */
const AT_ONCE = 10;
const ONE_MORE = 6_000;
/** Networks that are remembered. Who is forgotten has its whole allowance again, so that nobody is locked out by it. */
const REMEMBERED = 10_000;

interface Allowance {
  failuresLeft: number;
  /** When `failuresLeft` was right; milliseconds of the monotonic clock. */
  at: number;
}

/** Bounds how often one network is told that a key doesn't exist. Right keys always pass, and cost nothing. */
@Injectable()
export class SignInThrottleService {
  private readonly allowances = new LRUCache<string, Allowance>({ max: REMEMBERED });

  constructor(private readonly clock: Clock) {}

  /**
   * Makes an attempt; `null` is a failure. It is judged when it has ended: many at once get no further than many in a
   * row. Behind a proxy that isn't trusted everybody is one network, so nobody's failures may cost who has a key.
   * @throws TooManyAttempts for a failure beyond the allowance
   */
  async attempt<T>(network: string, check: () => Promise<T | null>): Promise<T | null> {
    const found = await check();
    if (found === null) this.spend(this.allowanceOf(network));
    return found;
  }

  private spend(allowance: Allowance): void {
    this.refill(allowance);
    if (allowance.failuresLeft < 1)
      throw new TooManyAttempts(Math.ceil(((1 - allowance.failuresLeft) * ONE_MORE) / 1_000));
    allowance.failuresLeft -= 1;
  }

  private refill(allowance: Allowance): void {
    const now = this.clock.monotonic();
    const more = (now - allowance.at) / ONE_MORE;
    allowance.failuresLeft = Math.min(AT_ONCE, allowance.failuresLeft + more);
    allowance.at = now;
  }

  private allowanceOf(network: string): Allowance {
    const known = this.allowances.get(network);
    if (known) return known;
    const at = this.clock.monotonic();
    const fresh = { failuresLeft: AT_ONCE, at };
    this.allowances.set(network, fresh);
    return fresh;
  }
}
