import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { acquireTransactionLock, WriteGate } from '../../../platform/database/write-gate';
import type { Plain } from '../../../platform/plain';
import { QuotaReached } from '../media.errors';
import { MediaOwnerBytesEntity, OwnerOtherBytesEntity } from '../entities/media-owner-bytes.entity';

export type OwnerOtherBytes = Plain<OwnerOtherBytesEntity>;

const ADD =
  'INSERT INTO media_owner_bytes (owner_id, bytes) VALUES ($1, $2) ' +
  'ON CONFLICT (owner_id) DO UPDATE SET bytes = media_owner_bytes.bytes + excluded.bytes';

/** The size of each owner's files together. Files of the unrestricted caller are not counted. */
@Injectable()
export class OwnerBytesRepository {
  constructor(
    private readonly read: ReadConnection,
    private readonly gate: WriteGate,
  ) {}

  async of(ownerId: string, manager = this.read.manager): Promise<number> {
    const row = await manager.findOneBy(MediaOwnerBytesEntity, { owner_id: ownerId });
    return row?.bytes ?? 0;
  }

  /**
   * Call it as the last statement of a transaction that inserts or deletes files: on PostgreSQL it locks the owner's row.
   * @param bytes negative for a deleted file
   * @param max limit of the new sum; `null` for none. The check is exact under any parallelism
   * @throws QuotaReached
   */
  async add(
    tx: EntityManager,
    ownerId: string | null,
    bytes: number,
    max: number | null,
  ): Promise<void> {
    if (ownerId === null) return;
    await tx.query(ADD, [ownerId, bytes]);
    if (max === null) return;
    const used = await this.of(ownerId, tx);
    if (used > max) throw new QuotaReached(used, max);
  }

  /**
   * Changes what is counted for files that are not media.
   * @param max of the new sum where it grows; `null` for no limit
   * @throws QuotaReached, after which nothing has changed
   */
  async setOther(other: OwnerOtherBytes, max: number | null): Promise<void> {
    const { source, owner_id, bytes } = other;
    const before = await this.read.manager.findOneBy(OwnerOtherBytesEntity, { source });
    if ((before?.bytes ?? 0) === bytes) return;
    await this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, `other bytes ${source}`);
      const counted = await tx.findOneBy(OwnerOtherBytesEntity, { source });
      await tx.delete(OwnerOtherBytesEntity, { source });
      if (bytes > 0) await tx.insert(OwnerOtherBytesEntity, other);
      const growth = bytes - (counted?.bytes ?? 0);
      await this.add(tx, owner_id, growth, growth > 0 ? max : null);
    });
  }
}
