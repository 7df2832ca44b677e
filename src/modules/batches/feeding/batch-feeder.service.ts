import { Injectable } from '@nestjs/common';
import { Subscription } from 'rxjs';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { OwnerPasses } from '../../../platform/owner-passes';
import { AgentChanges } from '../../agents/public/agent-changes';
import { BatchJobs } from '../../jobs/public/batch-jobs';
import { BatchFeeding } from '../public/batch-feeding';
import { BatchEventsService } from './batch-events.service';
import { BatchRunsService } from './batch-runs.service';
import { OpenBatchesService } from './open-batches.service';

/**
 * Keeps a few jobs of each owner's batches in the queue. All state is stored, so that a new process continues where the
 * last one stopped. An owner's batches take turns.
 */
@Injectable()
export class BatchFeederService implements BatchFeeding {
  private readonly subscriptions = new Subscription();
  private readonly passes: OwnerPasses;
  /** By owner, the batch that was fed last. */
  private readonly lastFed = new Map<string | null, string>();

  constructor(
    private readonly open: OpenBatchesService,
    private readonly runs: BatchRunsService,
    private readonly jobs: BatchJobs,
    private readonly events: BatchEventsService,
    private readonly agentChanges: AgentChanges,
    private readonly config: ConfigService,
    clock: Clock,
  ) {
    const work = {
      owners: () => this.open.owners(),
      pass: (ownerId: string | null, signal: AbortSignal) => this.feed(ownerId, signal),
      interval: () => this.config.current().jobs.poll_interval_ms,
    };
    this.passes = new OwnerPasses(BatchFeederService.name, work, clock);
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
    this.passes.start();
  }

  async stop(): Promise<void> {
    this.subscriptions.unsubscribe();
    await this.passes.stop();
  }

  wake(ownerId: string | null): void {
    this.passes.wake(ownerId);
  }

  private async feed(ownerId: string | null, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const unfed = await this.open.withRunsLeft(ownerId);
      const caller = unfed.length === 0 ? null : await this.open.callerOrEnd(ownerId);
      if (!caller || (await this.jobs.isFull(caller))) return;
      const next = this.nextInTurn(ownerId, unfed);
      if (!(await this.runs.submitNext(caller, next))) return;
      this.events.changed(next);
    }
  }

  private nextInTurn(ownerId: string | null, batchIds: readonly string[]): string {
    const last = batchIds.indexOf(this.lastFed.get(ownerId) ?? '');
    const next = batchIds[(last + 1) % batchIds.length] ?? '';
    this.lastFed.set(ownerId, next);
    return next;
  }
}
