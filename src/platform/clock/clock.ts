import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Time comes in by the constructor, so that tests are exact and never slept. */
export abstract class Clock {
  /** Wall-clock time in milliseconds since 1970. */
  abstract now(): number;
  /** Milliseconds from a fixed, unknown start; never goes back. For measuring spans. */
  abstract monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. Doesn't keep the process alive. */
  abstract sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** What `work` answers, or `null` when that takes longer than `ms`; the work goes on then. Leaves no timer behind. */
  async within<T>(ms: number, work: Promise<T>): Promise<T | null> {
    const over = new AbortController();
    const late = this.sleep(ms, over.signal).then(
      () => null,
      () => null,
    );
    try {
      return await Promise.race([work, late]);
    } finally {
      over.abort();
    }
  }
  /** The wall-clock time as stored and answered everywhere: ISO 8601, UTC, milliseconds. */
  timestamp(): string {
    return new Date(this.now()).toISOString();
  }
}

@Injectable()
export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
  monotonic(): number {
    return performance.now();
  }
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await sleep(ms, undefined, { ref: false, ...(signal ? { signal } : {}) });
  }
}

/** Source of ids and of chance. */
export abstract class Ids {
  /** A canonical lower-case UUID (what ComfyUI 0.33 demands of a prompt id). */
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
    // randomInt itself stops one short of 2^48.
    return below === 2 ** 48 ? randomBytes(6).readUIntBE(0, 6) : randomInt(below);
  }
}
