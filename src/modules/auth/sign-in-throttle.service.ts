import { Injectable } from '@nestjs/common';
import { boundedCache } from '../../platform/bounded-cache';
import { Clock } from '../../platform/clock/clock';
import { TooManyAttempts } from './auth.errors';

/** Failures that a network may make in a burst, and the time until it may make one more. */
const MAX_BURST = 10;
const REFILL_INTERVAL_MS = 6_000;
/** A network that drops out of the cache has its whole allowance again. */
const MAX_NETWORKS = 10_000;

interface Allowance {
  failuresLeft: number;
  /** When `failuresLeft` was computed; milliseconds of the monotonic clock. */
  updatedAt: number;
}

/** Limits failed sign-ins per network. Valid keys always pass and don't count. */
@Injectable()
export class SignInThrottleService {
  private readonly allowances = boundedCache<Allowance>(MAX_NETWORKS);

  constructor(private readonly clock: Clock) {}

  /**
   * Runs `check`, for which `null` is a failed sign-in. Failures count when they end, so that parallel attempts are
   * limited like sequential ones. Only failures are limited: behind an untrusted proxy all callers are one network.
   * @throws TooManyAttempts for a failure beyond the allowance
   */
  async attempt<T>(network: string, check: () => Promise<T | null>): Promise<T | null> {
    const result = await check();
    if (result === null) this.spend(this.allowanceOf(network));
    return result;
  }

  private spend(allowance: Allowance): void {
    this.refill(allowance);
    if (allowance.failuresLeft < 1)
      throw new TooManyAttempts(
        Math.ceil(((1 - allowance.failuresLeft) * REFILL_INTERVAL_MS) / 1_000),
      );
    allowance.failuresLeft -= 1;
  }

  private refill(allowance: Allowance): void {
    const now = this.clock.monotonic();
    const more = (now - allowance.updatedAt) / REFILL_INTERVAL_MS;
    allowance.failuresLeft = Math.min(MAX_BURST, allowance.failuresLeft + more);
    allowance.updatedAt = now;
  }

  private allowanceOf(network: string): Allowance {
    const cached = this.allowances.get(network);
    if (cached) return cached;
    const fresh = { failuresLeft: MAX_BURST, updatedAt: this.clock.monotonic() };
    this.allowances.set(network, fresh);
    return fresh;
  }
}
