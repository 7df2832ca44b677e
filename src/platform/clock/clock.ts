import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ClockSteps } from './clock-steps';

/** Work that is done again and again. */
export interface Repetition {
  /** Ends the repetition, and a pause at once. */
  readonly signal: AbortSignal;
  readonly round: () => Promise<unknown>;
  /** Asked for before each pause, since the configuration may change. */
  readonly pauseMs: () => number;
  /** The next round follows. */
  readonly onFailure: (error: unknown) => void;
}

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
  /** Calls `act` after `ms`, without keeping the process alive. @returns what cancels it */
  abstract after(ms: number, act: () => void): () => void;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. Doesn't keep the process alive. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = (): void => {
        cancel();
        reject(signal?.reason as Error);
      };
      const cancel = this.after(ms, () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      });
      signal?.addEventListener('abort', stop, { once: true });
    });
  }
  /** As {@link sleep}, but an aborted signal ends it early without an error. */
  pause(ms: number, signal: AbortSignal): Promise<void> {
    return this.sleep(ms, signal).catch(() => undefined);
  }
  /** Does a round at once and after each pause, until the signal is aborted. Never rejects. */
  async repeat({ signal, round, pauseMs, onFailure }: Repetition): Promise<void> {
    while (!signal.aborted) {
      try {
        await round();
      } catch (error) {
        onFailure(error);
      }
      await this.pause(pauseMs(), signal);
    }
  }
  /** The result of `work`, or `null` if it takes longer than `ms`; the work then continues. Leaves no timer behind. */
  within<T>(ms: number, work: Promise<T>): Promise<T | null> {
    let cancel = (): void => undefined;
    const timeout = new Promise<null>((resolve) => {
      cancel = this.after(ms, () => resolve(null));
    });
    return Promise.race([work, timeout]).finally(cancel);
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
  after(ms: number, act: () => void): () => void {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
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
export class SystemIds implements Ids {
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
