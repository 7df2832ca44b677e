import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { OwnerNames } from '../../platform/access/owner-names';
import { listedOwner } from '../../platform/access/scope';
import { AuditLogService } from '../../platform/audit/audit-log.service';
import { Clock } from '../../platform/clock/clock';
import { WriteGate } from '../../platform/database/write-gate';
import { readPage } from '../../platform/http/paging';
import { BatchFinished, BatchNotFound } from './batches.errors';
import type { BatchesQuery } from './dto/batch.request';
import type { BatchPage, BatchRecord } from './dto/batch.response';
import { OpenBatchesService } from './feeding/open-batches.service';
import { BatchFeeding } from './public/batch-feeding';
import type { BatchRow } from './records/batch.entity';
import { BatchRecordsService } from './records/batch-records.service';
import { BatchesRepository } from './records/batches.repository';

/** What callers read of their batches, and how they cancel them. */
@Injectable()
export class BatchesService {
  constructor(
    private readonly gate: WriteGate,
    private readonly rows: BatchesRepository,
    private readonly records: BatchRecordsService,
    private readonly open: OpenBatchesService,
    private readonly feeding: BatchFeeding,
    private readonly auditLog: AuditLogService,
    private readonly owners: OwnerNames,
    private readonly clock: Clock,
  ) {}

  /** @throws BatchNotFound */
  async get(caller: Caller, id: string): Promise<BatchRecord> {
    return this.records.record(caller, await this.find(caller, id));
  }

  /** The caller's own, newest first; admins may pass `owner`. */
  async page(caller: Caller, query: BatchesQuery): Promise<BatchPage> {
    const filter = { ownerId: listedOwner(caller, query.owner, this.owners), status: query.status };
    const page = await this.rows.page(filter, readPage(query));
    return { ...page, items: await this.records.summaries(caller, page.items) };
  }

  /**
   * Ends the batch first, so that no further run becomes a job, and then its unfinished jobs. After a kill in between
   * the feeder does the rest.
   * @throws BatchNotFound, BatchFinished
   */
  async cancel(caller: Caller, id: string): Promise<BatchRecord> {
    const batch = await this.find(caller, id);
    const { owner_id: ownerId } = batch;
    const operation = { action: 'batch.cancel', kind: 'batch', subject: id, ownerId };
    const end = {
      status: 'cancelled' as const,
      reason: 'cancelled' as const,
      is_cancelling: true,
      finished_at: this.clock.timestamp(),
    };
    const isCancelled = await this.gate.run(async (tx) => {
      if (!(await this.rows.end(tx, id, end))) return false;
      await this.records.storeEvent({ ...batch, ...end });
      await this.auditLog.recordForeign(tx, caller, operation);
      return true;
    });
    if (!isCancelled) throw new BatchFinished(id, (await this.find(caller, id)).status);
    await this.open.cancelJobs(id);
    this.feeding.wake(ownerId);
    return this.get(caller, id);
  }

  /** The row. @throws BatchNotFound if the caller may not see it */
  async find(caller: Caller, id: string): Promise<BatchRow> {
    const batch = await this.rows.findFor(caller, id);
    if (!batch) throw new BatchNotFound();
    return batch;
  }
}
