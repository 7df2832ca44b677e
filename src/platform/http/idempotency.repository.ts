import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan } from 'typeorm';
import { ReadConnection } from '../database/read-connection';
import { WriteGate } from '../database/write-gate';
import { insertRows } from '../database/write-rows';
import type { Plain } from '../plain';
import { IdempotencyKeyEntity } from './idempotency-key.entity';

export type KeyId = Pick<IdempotencyKeyEntity, 'caller' | 'key'>;

/** Rows of idempotency keys. */
@Injectable()
export class IdempotencyRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
  ) {}

  find(id: KeyId): Promise<Plain<IdempotencyKeyEntity> | null> {
    return this.read.manager.findOneBy(IdempotencyKeyEntity, id);
  }

  /** Inserts the row unless the key has one already. @returns the stored row */
  async claim(
    tx: EntityManager,
    row: Plain<IdempotencyKeyEntity>,
  ): Promise<Plain<IdempotencyKeyEntity>> {
    const inserted = await insertRows(tx, IdempotencyKeyEntity, [row], ' ON CONFLICT DO NOTHING');
    if (inserted > 0) return row;
    const { caller, key } = row;
    return tx.findOneByOrFail(IdempotencyKeyEntity, { caller, key });
  }

  /** Stores the answer; inserts the row if nothing has claimed the key. */
  async storeAnswer(row: Plain<IdempotencyKeyEntity>): Promise<void> {
    await this.gate.run((tx) =>
      tx.upsert(IdempotencyKeyEntity, row, { conflictPaths: ['caller', 'key'] }),
    );
  }

  async release(id: KeyId): Promise<void> {
    await this.gate.run((tx) => tx.delete(IdempotencyKeyEntity, id));
  }

  async sweep(before: string): Promise<void> {
    await this.gate.run((tx) => tx.delete(IdempotencyKeyEntity, { created_at: LessThan(before) }));
  }
}
