import { AsyncResource } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import { Subscription } from 'rxjs';
import { type Caller, UNRESTRICTED } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { KeyedPasses } from '../../../platform/keyed-passes';
import { AgentChanges } from '../../agents/public/agent-changes';
import { BatchJobs } from '../../jobs/public/batch-jobs';
import { BatchFeeding } from '../public/batch-feeding';
import { BatchEventsService } from './batch-events.service';
import { BatchRunsService } from './batch-runs.service';
import { OpenBatchesService } from './open-batches.service';

/**
 * Keeps a few jobs of each owner's batches in the queue. Every state is a row, so that a new process goes on where the
 * last one stopped. An owner's batches take turns.
 */
@Injectable()
export class BatchFeederService extends BatchFeeding {
  private readonly log = new Logger(BatchFeederService.name);
  private readonly stopping = new AbortController();
  /** Passes run in here, since a pass must not write the idempotency key of the request that woke it. */
  private readonly context = new AsyncResource(BatchFeederService.name);
  private readonly subscriptions = new Subscription();
  /** By owner; empty for batches without one. */
  private readonly passes = new KeyedPasses((owner) => this.feed(owner === '' ? null : owner));
  /** The batch of each owner that was fed last. */
  private readonly lastFed = new Map<string | null, string>();

  private rounds: Promise<void> = Promise.resolve();

  constructor(
    private readonly open: OpenBatchesService,
    private readonly runs: BatchRunsService,
    private readonly jobs: BatchJobs,
    private readonly events: BatchEventsService,
    private readonly agentChanges: AgentChanges,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {
    super();
  }

  start(): void {
    this.subscriptions.add(
      this.jobs.changes.subscribe(({ batchId, ownerId, hasEnded }) => {
        this.events.changed(batchId);
        if (hasEnded) this.wake(ownerId);
      }),
    );
    this.subscriptions.add(
      this.agentChanges.stream.subscribe(({ ownerId, what }) => {
        if (what === 'rights') this.wake(ownerId);
      }),
    );
    this.rounds = this.repeatRounds();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.subscriptions.unsubscribe();
    await this.rounds;
    await this.passes.idle();
  }

  wake(ownerId: string | null): void {
    const pass = this.context.runInAsyncScope(() => this.passes.run(ownerId ?? ''));
    pass.catch((error: unknown) => {
      this.log.error({ err: error }, 'feeding batches failed; the next pass tries again');
    });
  }

  /** For what no event of this process tells: a new process, a key that the command line revoked. */
  private async repeatRounds(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        for (const ownerId of await this.open.owners()) this.wake(ownerId);
      } catch (error) {
        this.log.error({ err: error }, 'a round over the batches failed; the next one follows');
      }
      const { poll_interval_ms } = this.config.current().jobs;
      await this.clock.sleep(poll_interval_ms, signal).catch(() => undefined);
    }
  }

  private async feed(ownerId: string | null): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const unfed = await this.open.withRunsLeft(ownerId);
      const caller = unfed.length === 0 ? null : await this.callerOf(ownerId);
      if (!caller || (await this.isFull(caller))) return;
      const next = this.nextInTurn(ownerId, unfed);
      if (!(await this.runs.submitNext(caller, next))) return;
      this.events.changed(next);
    }
  }

  /** With its rights as they are now. `null` for a key that has ended, whose batches end with it. */
  private async callerOf(ownerId: string | null): Promise<Caller | null> {
    return ownerId === null ? UNRESTRICTED : this.open.callerOrEnd(ownerId);
  }

  /** One slot below the cap stays free for what the caller submits itself. */
  private async isFull({ ownerId, maxConcurrentJobs: cap }: Caller): Promise<boolean> {
    const limit = cap === null ? this.config.current().jobs.batch_in_flight : Math.max(1, cap - 1);
    return (await this.jobs.countUnfinished(ownerId)) >= limit;
  }

  private nextInTurn(ownerId: string | null, batchIds: readonly string[]): string {
    const last = batchIds.indexOf(this.lastFed.get(ownerId) ?? '');
    const next = batchIds[(last + 1) % batchIds.length] ?? '';
    this.lastFed.set(ownerId, next);
    return next;
  }
}
