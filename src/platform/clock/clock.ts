import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ClockSteps } from './clock-steps';

/** The only source of time, injected so that tests control it and never sleep. */
export abstract class Clock {
  private readonly steps = new ClockSteps();

  /** Milliseconds since an arbitrary start; never decreases. For measuring durations within a process. */
  abstract monotonic(): number;
  /** What the system's clock shows, in milliseconds since 1970. Somebody may set it at any time. */
  protected abstract wall(): number;
  /** Wall-clock time in milliseconds since 1970. */
  now(): number {
    const wall = this.wall();
    this.steps.observe(wall, this.monotonic());
    return wall;
  }
  /** A time that {@link now} returned before, as the system's clock would show it had nobody set it since. */
  adjusted(then: number): number {
    return this.steps.adjusted(then, this.now());
  }
  /** A time that is at least `ms` ago, also when the system's clock was set forward meanwhile. */
  before(ms: number): number {
    return this.now() - ms - this.steps.forwardMs;
  }
  /** How long ago that was, in milliseconds; never negative. For times that outlive the process. */
  elapsedSince(then: number): number {
    return this.now() - this.adjusted(then);
  }
  /** Resolves after `ms`; rejects with the signal's reason when aborted. Doesn't keep the process alive. */
  abstract sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** The result of `work`, or `null` if it takes longer than `ms`; the work then continues. Leaves no timer behind. */
  async within<T>(ms: number, work: Promise<T>): Promise<T | null> {
    const done = new AbortController();
    const timeout = this.sleep(ms, done.signal).then(
      () => null,
      () => null,
    );
    try {
      return await Promise.race([work, timeout]);
    } finally {
      done.abort();
    }
  }
  /** The wall-clock time in the format of all records: ISO 8601, UTC, milliseconds. */
  timestamp(): string {
    return new Date(this.now()).toISOString();
  }
}

@Injectable()
export class SystemClock extends Clock {
  protected wall(): number {
    return Date.now();
  }
  monotonic(): number {
    return performance.now();
  }
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await sleep(ms, undefined, { ref: false, ...(signal ? { signal } : {}) });
  }
}

/** Source of ids and random values. */
export abstract class Ids {
  /** A canonical lower-case UUID, as ComfyUI 0.33 requires for prompt ids. */
  abstract uuid(): string;
  /** `bytes` random bytes as base64url: secrets and file names. */
  abstract token(bytes: number): string;
  /** A whole number in [0, below). `below` ≤ 2^48. */
  abstract integer(below: number): number;
}

@Injectable()
export class SystemIds extends Ids {
  uuid(): string {
    return randomUUID();
  }
  token(bytes: number): string {
    return randomBytes(bytes).toString('base64url');
  }
  integer(below: number): number {
    // randomInt accepts a maximum of 2^48 - 1.
    return below === 2 ** 48 ? randomBytes(6).readUIntBE(0, 6) : randomInt(below);
  }
}
