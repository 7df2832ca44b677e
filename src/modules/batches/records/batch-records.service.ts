import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { Clock } from '../../../platform/clock/clock';
import { Outbox } from '../../../platform/events/outbox';
import { BatchJobs, type JobCounts } from '../../jobs/public/batch-jobs';
import type { BatchRecord, BatchSummary } from '../dto/batch.response';
import type { BatchRow } from './batch.entity';
import { type BatchSituation, toRecord, toSummary } from './batch-record';
import type { ListedBatch } from './batches.repository';

/** Batches as callers see them, with the state of their jobs. */
@Injectable()
export class BatchRecordsService {
  constructor(
    private readonly jobs: BatchJobs,
    private readonly outbox: Outbox,
    private readonly owners: OwnerNames,
    private readonly clock: Clock,
  ) {}

  async record(caller: Caller, batch: BatchRow): Promise<BatchRecord> {
    const counts = await this.jobs.counts([batch.id]);
    return toRecord(caller, batch, this.situation(batch, counts));
  }

  /** Of a batch that was just stored. Reads nothing: after an error the caller would send it again, as a second batch. */
  newRecord(caller: Caller, batch: BatchRow): BatchRecord {
    return toRecord(caller, batch, this.situation(batch, new Map()));
  }

  /** Counts the jobs of all batches in one query. */
  async summaries(caller: Caller, batches: readonly ListedBatch[]): Promise<BatchSummary[]> {
    const counts = await this.jobs.counts(batches.map(({ id }) => id));
    return batches.map((batch) => toSummary(caller, batch, this.situation(batch, counts)));
  }

  /** Stores an event with the batch's new status: call it in the transaction of the change. */
  async storeEvent(batch: ListedBatch): Promise<void> {
    await this.outbox.add({ ...aboutBatch(batch), data: await this.viewOf(batch) });
  }

  /** Loads the counts once; the returned function makes the summary for each caller. */
  async viewOf(batch: ListedBatch): Promise<(caller: Pick<Caller, 'isAdmin'>) => BatchSummary> {
    const situation = this.situation(batch, await this.jobs.counts([batch.id]));
    return (caller) => toSummary(caller, batch, situation);
  }

  private situation(
    { id, owner_id }: ListedBatch,
    counts: ReadonlyMap<string, JobCounts>,
  ): BatchSituation {
    const ownerName = this.owners.nameOf(owner_id);
    return { jobs: counts.get(id), now: this.clock.now(), ownerName };
  }
}

/** Kind and audience of events of a batch. */
export const aboutBatch = ({ owner_id: ownerId }: ListedBatch) =>
  ({ kind: 'batch', audience: { to: 'owner', ownerId } }) as const;
