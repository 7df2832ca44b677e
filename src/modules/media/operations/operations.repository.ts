import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import { Clock, Ids } from '../../../platform/clock/clock';
import { insertBelowCap } from '../../../platform/database/insert-below-cap';
import { ReadConnection } from '../../../platform/database/read-connection';
import { row } from '../../../platform/database/row';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import type { FailedItem } from '../catalogue/media-changes.repository';
import { type MediaOperation, MediaOperationEntity } from '../entities/media-operation.entities';
import { TooManyOperations } from '../media.errors';

/** Failed items that an operation names; it counts all. */
const MAX_FAILED = 100;
/** Unfinished operations that one owner may have. */
const MAX_UNFINISHED = 10;
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export type NewOperation = Pick<
  MediaOperation,
  'owner_id' | 'action' | 'request' | 'before' | 'total' | 'undo_id'
>;

/** Rows of operations. */
@Injectable()
export class OperationsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws TooManyOperations */
  async insert(tx: Transaction, operation: NewOperation): Promise<MediaOperation> {
    const inserted = {
      ...operation,
      id: this.ids.uuid(),
      changed: 0,
      failed_count: 0,
      failed: [],
      created_at: this.clock.timestamp(),
      finished_at: null,
      failed_attempts: 0,
      error_code: null,
    };
    const options = { cap: MAX_UNFINISHED, counted: { finished_at: IsNull() } };
    const isInserted = await insertBelowCap(tx, MediaOperationEntity, inserted, options);
    if (!isInserted) throw new TooManyOperations(MAX_UNFINISHED);
    return inserted;
  }

  async find(id: string): Promise<MediaOperation | null> {
    return this.read.manager.findOneBy(MediaOperationEntity, { id });
  }

  /** The oldest first. */
  async unfinished(): Promise<MediaOperation[]> {
    const where = { finished_at: IsNull() };
    return this.read.manager.find(MediaOperationEntity, { where, order: { created_at: 'ASC' } });
  }

  /** Whether the operation that this undo belongs to still runs. */
  async isUndoOpen(undoId: string): Promise<boolean> {
    const where = { undo_id: undoId, finished_at: IsNull() };
    return this.read.manager.existsBy(MediaOperationEntity, where);
  }

  /** Counts changed items, in their transaction. */
  async addChanged(tx: Transaction, id: string, count: number): Promise<void> {
    await tx.increment(MediaOperationEntity, { id }, 'changed', count);
  }

  /** Everything from `before` on is done. */
  async advance(id: string, before: number, failed: readonly FailedItem[]): Promise<void> {
    await this.gate.run(async (tx) => {
      const operation = await tx.findOneByOrFail(MediaOperationEntity, { id });
      const values = {
        before,
        failed_count: operation.failed_count + failed.length,
        failed: [...operation.failed, ...failed].slice(0, MAX_FAILED),
        failed_attempts: 0,
      };
      await tx.update(MediaOperationEntity, { id }, row<MediaOperationEntity>(values));
    });
  }

  /** @returns how often the current chunk has failed */
  async addFailedAttempt(id: string): Promise<number> {
    return this.gate.run(async (tx) => {
      await tx.increment(MediaOperationEntity, { id }, 'failed_attempts', 1);
      return (await tx.findOneByOrFail(MediaOperationEntity, { id })).failed_attempts;
    });
  }

  /** @param errorCode why it ended early; `null` for a complete one */
  async finish(id: string, errorCode: string | null): Promise<void> {
    const values = { finished_at: this.clock.timestamp(), error_code: errorCode };
    await this.gate.run((tx) => tx.update(MediaOperationEntity, { id }, values));
  }

  async removeOld(): Promise<void> {
    const until = new Date(this.clock.before(KEPT_MS)).toISOString();
    await this.gate.run((tx) => tx.delete(MediaOperationEntity, { finished_at: LessThan(until) }));
  }
}
