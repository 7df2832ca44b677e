import { AsyncResource } from 'node:async_hooks';
import { Logger } from '@nestjs/common';
import type { Clock } from './clock/clock';
import { KeyedPasses } from './keyed-passes';

/** Background work that is done owner by owner. Ids of owners are `null` for what has none. */
export interface OwnerWork {
  /** Owners with something to do, for what no call of `wake` tells of: a new process, a revoked key. */
  owners(): Promise<readonly (string | null)[]>;
  /** Does what can be done for an owner now; ends early once `signal` is aborted. */
  pass(ownerId: string | null, signal: AbortSignal): Promise<void>;
  /** Milliseconds between two rounds over all owners. */
  interval(): number;
}

/** Runs passes over owners when they are woken and in rounds. Passes of one owner follow one another. */
export class OwnerPasses {
  private readonly log: Logger;
  private readonly stopping = new AbortController();
  /** Passes run in here, since a pass must not write the idempotency key of the request that woke it. */
  private readonly context: AsyncResource;
  /** By owner; empty for what has none. */
  private readonly passes = new KeyedPasses((owner) =>
    this.work.pass(owner === '' ? null : owner, this.stopping.signal),
  );
  private rounds: Promise<void> = Promise.resolve();

  /** @param name what the log calls the work */
  constructor(
    name: string,
    private readonly work: OwnerWork,
    private readonly clock: Clock,
  ) {
    this.log = new Logger(name);
    this.context = new AsyncResource(name);
  }

  start(): void {
    this.rounds = this.clock.repeat({
      signal: this.stopping.signal,
      round: () => this.wakeAll(),
      pauseMs: () => this.work.interval(),
      onFailure: (err) => this.log.error({ err }, 'a round failed; the next one follows'),
    });
  }

  /** Resolves when the running passes have ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.rounds;
    await this.passes.idle();
  }

  wake(ownerId: string | null): void {
    const pass = this.context.runInAsyncScope(() => this.passes.run(ownerId ?? ''));
    pass.catch((error: unknown) => {
      this.log.error({ err: error }, 'a pass failed; the next one tries again');
    });
  }

  private async wakeAll(): Promise<void> {
    for (const ownerId of await this.work.owners()) this.wake(ownerId);
  }
}
