import { Injectable } from '@nestjs/common';
import { IsNull, type SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { ownedBy } from '../../../platform/access/scope';
import { insertBelowCap } from '../../../platform/database/insert-below-cap';
import { newestPage } from '../../../platform/database/newest-page';
import { affectedRows, row } from '../../../platform/database/row';
import { ReadConnection } from '../../../platform/database/read-connection';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { whereOwner } from '../../../platform/database/where-owner';
import { IdempotencyClaims } from '../../../platform/http/idempotency-claims';
import type { Page, PageRequest } from '../../../platform/http/paging';
import {
  BatchEntity,
  BatchRefusalEntity,
  type BatchRefusalRow,
  type BatchRow,
  type BatchStatus,
} from './batch.entity';

/** A batch as lists show it: without what it was made from. */
export type ListedBatch = Omit<BatchRow, 'base' | 'axes'>;

export interface BatchFilter {
  /** Internal id; `null` for batches without an owner, `undefined` for those of all owners. */
  readonly ownerId: string | null | undefined;
  readonly status?: BatchStatus | undefined;
}

const LISTED = [
  ...['id', 'owner_id', 'name', 'status', 'reason', 'is_cancelling', 'kind', 'mode', 'count'],
  ...['seed', 'total', 'fed', 'expected_seconds', 'created_at', 'finished_at'],
].map((column) => `batch.${column}`);

/** Rows of batches. */
@Injectable()
export class BatchesRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly claims: IdempotencyClaims,
  ) {}

  /**
   * Inserts the batch with the idempotency key of its request and `also`, unless its owner already has `cap` running ones.
   * @returns whether it was inserted
   */
  async insert(
    batch: BatchRow,
    cap: number,
    also: (tx: Transaction) => Promise<void>,
  ): Promise<boolean> {
    const options = {
      cap,
      counted: { status: 'running' as const },
      also: async (tx: Transaction): Promise<void> => {
        await this.claims.attach(tx, batch.id);
        await also(tx);
      },
    };
    return this.gate.run((tx) => insertBelowCap(tx, BatchEntity, batch, options));
  }

  async countRunning(ownerId: string | null): Promise<number> {
    const running = { owner_id: ownerId ?? IsNull(), status: 'running' as const };
    return this.read.manager.countBy(BatchEntity, running);
  }

  async findFor(caller: Caller, id: string): Promise<BatchRow | null> {
    return this.read.manager.findOneBy(BatchEntity, { id, ...ownedBy(caller) });
  }

  async find(id: string): Promise<BatchRow | null> {
    return this.read.manager.findOneBy(BatchEntity, { id });
  }

  /** Newest first. */
  async page(filter: BatchFilter, request: PageRequest): Promise<Page<ListedBatch>> {
    return newestPage(this.filtered(filter).select(LISTED), request);
  }

  /** Owners of batches with something left to do. */
  async openOwners(): Promise<readonly (string | null)[]> {
    const rows = await this.open()
      .select('batch.owner_id', 'owner')
      .groupBy('batch.owner_id')
      .getRawMany<{ owner: string | null }>();
    return rows.map(({ owner }) => owner);
  }

  /** An owner's batches with something left to do, oldest first. */
  async openOf(ownerId: string | null): Promise<ListedBatch[]> {
    return whereOwner(this.open().select(LISTED), ownerId)
      .orderBy('batch.created_at')
      .addOrderBy('batch.id')
      .getMany();
  }

  async refusals(batchId: string, first: number, end: number): Promise<BatchRefusalRow[]> {
    return this.read.manager
      .createQueryBuilder(BatchRefusalEntity, 'refusal')
      .where('refusal.batch_id = :batchId', { batchId })
      .andWhere('refusal.position >= :first AND refusal.position < :end', { first, end })
      .getMany();
  }

  /** Counts the run with this index as fed. @returns whether the batch is running and that run is its next one */
  async takeRun(tx: Transaction, id: string, index: number): Promise<boolean> {
    const next = { id, status: 'running' as const, fed: index };
    return affectedRows(await tx.update(BatchEntity, next, { fed: index + 1 })) > 0;
  }

  /** Records the refusal of the batch's next run; nothing when that is another one by now. */
  async refuse(refusal: BatchRefusalRow): Promise<void> {
    await this.gate.run(async (tx) => {
      if (await this.takeRun(tx, refusal.batch_id, refusal.position))
        await tx.insert(BatchRefusalEntity, row<BatchRefusalEntity>(refusal));
    });
  }

  /** @returns whether the batch was running until now */
  async end(
    tx: Transaction,
    id: string,
    end: Pick<BatchRow, 'status' | 'reason' | 'is_cancelling' | 'finished_at'>,
  ): Promise<boolean> {
    return affectedRows(await tx.update(BatchEntity, { id, status: 'running' }, row(end))) > 0;
  }

  async cancellingDone(id: string): Promise<void> {
    await this.gate.run((tx) => tx.update(BatchEntity, { id }, { is_cancelling: false }));
  }

  /** From the index of open batches: most batches are over. */
  private open(): SelectQueryBuilder<BatchEntity> {
    return this.batches().where("(batch.status = 'running' OR batch.is_cancelling)");
  }

  private filtered({ ownerId, status }: BatchFilter): SelectQueryBuilder<BatchEntity> {
    const query = this.batches();
    whereOwner(query, ownerId);
    if (status !== undefined) query.andWhere('batch.status = :status', { status });
    return query;
  }

  private batches(): SelectQueryBuilder<BatchEntity> {
    return this.read.manager.createQueryBuilder(BatchEntity, 'batch');
  }
}
