import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { MediaOwnerBytesEntity } from '../entities/media-owner-bytes.entity';

const ADD =
  'INSERT INTO media_owner_bytes (owner_id, bytes) VALUES ($1, $2) ' +
  'ON CONFLICT (owner_id) DO UPDATE SET bytes = media_owner_bytes.bytes + excluded.bytes';

/** The size of each owner's files together. Files of the unrestricted caller are not counted. */
@Injectable()
export class OwnerBytesRepository {
  constructor(private readonly read: ReadConnection) {}

  async of(ownerId: string): Promise<number> {
    return bytesOf(this.read.manager, ownerId);
  }

  /**
   * Call it as the last statement of a transaction that inserts or deletes files: on PostgreSQL it locks the owner's row.
   * @param bytes negative for a deleted file
   * @returns the new sum, exact under any parallelism
   */
  async add(tx: EntityManager, ownerId: string | null, bytes: number): Promise<number> {
    if (ownerId === null) return 0;
    await tx.query(ADD, [ownerId, bytes]);
    return bytesOf(tx, ownerId);
  }
}

async function bytesOf(manager: EntityManager, ownerId: string): Promise<number> {
  const row = await manager.findOneBy(MediaOwnerBytesEntity, { owner_id: ownerId });
  return row?.bytes ?? 0;
}
