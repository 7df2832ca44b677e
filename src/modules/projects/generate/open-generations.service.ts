import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import type { Transaction } from '../../../platform/database/write-gate';
import { KeyHolders } from '../../agents/public/key-holders';
import { BatchJobs } from '../../jobs/public/batch-jobs';
import { JobCanceller, type QueuedOwner } from '../../jobs/public/job-canceller';
import type { GenerationRow } from '../records/generation.entity';
import { GenerationsRepository } from '../records/generations.repository';
import { TakeChangesService } from '../takes/take-changes.service';
import { StoryChangesService } from '../tree/story-changes.service';
import { SpeechRunsService } from './speech-runs.service';

/** Ends generations: completed ones, cancelled ones, and those of a revoked key. */
@Injectable()
export class OpenGenerationsService implements OnModuleInit {
  constructor(
    private readonly rows: GenerationsRepository,
    private readonly takes: TakeChangesService,
    private readonly jobs: BatchJobs,
    private readonly canceller: JobCanceller,
    private readonly speech: SpeechRunsService,
    private readonly holders: KeyHolders,
    private readonly changes: StoryChangesService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.canceller.beforeCancellingQueued((_, owner) => this.stopFeeding(owner));
  }

  /** Owners of generations with something left to do. */
  owners(): Promise<readonly (string | null)[]> {
    return this.rows.openOwners();
  }

  /** Finishes interrupted cancellations. @returns the owner's running generations, oldest first */
  async running(ownerId: string | null): Promise<readonly GenerationRow[]> {
    const open = await this.rows.openOf(ownerId);
    for (const { id } of open.filter((generation) => generation.is_cancelling))
      await this.cancelJobs(id);
    return open.filter(({ status }) => status === 'running');
  }

  /** The owner with its current rights. If its key was revoked or deleted, cancels its generations and returns `null`. */
  async callerOrEnd(ownerId: string | null): Promise<Caller | null> {
    const caller = await this.holders.callerFor(ownerId);
    if (!caller) await this.cancelOf(ownerId, 'key_revoked');
    return caller;
  }

  /**
   * Ends a generation and cancels its takes without a job. Call it in a transaction that has locked the project;
   * cancel its speech afterwards.
   * @param end `is_cancelling`: whether its jobs have to be cancelled too
   * @returns whether it was running until now
   */
  async cancel(
    tx: Transaction,
    id: string,
    { reason, is_cancelling }: Pick<GenerationRow, 'reason' | 'is_cancelling'>,
  ): Promise<boolean> {
    const finished_at = this.clock.timestamp();
    const end = { status: 'cancelled' as const, reason, is_cancelling, finished_at };
    if (!(await this.rows.end(tx, id, end))) return false;
    await this.takes.changeWithoutJob(tx, id, { status: 'cancelled', finished_at });
    return true;
  }

  /** Cancels the jobs and the speech of a generation whose cancellation is stored. */
  async cancelJobs(id: string): Promise<void> {
    this.speech.cancel(id);
    await this.jobs.cancel(id);
    await this.rows.cancellingDone(id);
  }

  /** @returns whether it was running until now */
  async complete(tx: Transaction, { id }: GenerationRow): Promise<boolean> {
    const finished_at = this.clock.timestamp();
    const end = { status: 'completed' as const, reason: null, is_cancelling: false, finished_at };
    return this.rows.end(tx, id, end);
  }

  /** Cancels an owner's generations before its queued jobs are cancelled, because they would add new ones. */
  private async stopFeeding(owner: QueuedOwner): Promise<void> {
    const owners = owner.all ? await this.rows.openOwners() : [owner.ownerId];
    for (const ownerId of owners) await this.cancelOf(ownerId, 'cancelled');
  }

  /** Cancels an owner's generations; their running jobs continue. */
  private async cancelOf(ownerId: string | null, reason: GenerationRow['reason']): Promise<void> {
    const end = { reason, is_cancelling: false };
    for (const generation of await this.rows.openOf(ownerId)) {
      if (generation.status !== 'running') continue;
      await this.changes.changeOwn(generation.project_id, (tx) =>
        this.cancel(tx, generation.id, end),
      );
      this.speech.cancel(generation.id);
    }
  }
}
