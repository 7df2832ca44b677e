import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { WriteGate } from '../../../platform/database/write-gate';
import type { CancelReason } from '../public/cancel-reasons';
import { KeyHolders } from '../../agents/public/key-holders';
import { BatchJobs } from '../../jobs/public/batch-jobs';
import { JobCanceller, type QueuedOwner } from '../../jobs/public/job-canceller';
import { BatchRecordsService } from '../records/batch-records.service';
import { BatchesRepository, type ListedBatch } from '../records/batches.repository';
import { BatchEventsService } from './batch-events.service';

/** Ends batches: those that are done, those that were cancelled, those of a key that has ended. */
@Injectable()
export class OpenBatchesService implements OnModuleInit {
  constructor(
    private readonly gate: WriteGate,
    private readonly rows: BatchesRepository,
    private readonly jobs: BatchJobs,
    private readonly canceller: JobCanceller,
    private readonly holders: KeyHolders,
    private readonly records: BatchRecordsService,
    private readonly events: BatchEventsService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.canceller.beforeCancellingQueued((_, owner) => this.stopFeeding(owner));
  }

  owners(): Promise<readonly (string | null)[]> {
    return this.rows.openOwners();
  }

  /** Ends what is to end. @returns the owner's running batches with runs that have no job yet, oldest first */
  async withRunsLeft(ownerId: string | null): Promise<readonly string[]> {
    const open = await this.rows.openOf(ownerId);
    for (const { id } of open.filter((batch) => batch.is_cancelling)) await this.cancelJobs(id);
    const running = open.filter(({ status }) => status === 'running');
    await this.complete(running.filter((batch) => batch.fed >= batch.total));
    return running.filter((batch) => batch.fed < batch.total).map(({ id }) => id);
  }

  /** The owner with its present rights; `null`, and its batches are cancelled, when the key was revoked or deleted. */
  async callerOrEnd(ownerId: string | null): Promise<Caller | null> {
    const caller = await this.holders.callerFor(ownerId);
    if (!caller) await this.cancelBatches(ownerId, 'key_revoked');
    return caller;
  }

  /** A batch would refill a queue that is being cancelled. Its running jobs continue. */
  private async stopFeeding(owner: QueuedOwner): Promise<void> {
    const owners = owner.all ? await this.rows.openOwners() : [owner.ownerId];
    for (const ownerId of owners) await this.cancelBatches(ownerId, 'cancelled');
  }

  private async cancelBatches(ownerId: string | null, reason: CancelReason): Promise<void> {
    const finished_at = this.clock.timestamp();
    const end = { status: 'cancelled' as const, reason, is_cancelling: false, finished_at };
    const open = await this.rows.openOf(ownerId);
    await this.gate.run(async (tx) => {
      for (const batch of open)
        if (await this.rows.end(tx, batch.id, end))
          await this.records.storeEvent({ ...batch, ...end });
    });
  }

  /** Cancels the jobs of a batch whose cancellation is written. */
  async cancelJobs(id: string): Promise<void> {
    await this.jobs.cancel(id);
    await this.rows.cancellingDone(id);
    this.events.changed(id);
  }

  private async complete(batches: readonly ListedBatch[]): Promise<void> {
    const counts = await this.jobs.counts(batches.map(({ id }) => id));
    for (const batch of batches) {
      const { id } = batch;
      const { queued = 0, running = 0 } = counts.get(id) ?? {};
      if (queued + running > 0) continue;
      const finished_at = this.clock.timestamp();
      const end = { status: 'completed' as const, reason: null, is_cancelling: false, finished_at };
      await this.gate.run(async (tx) => {
        if (await this.rows.end(tx, id, end)) await this.records.storeEvent({ ...batch, ...end });
      });
    }
  }
}
