import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { MAX_ITEMS_PER_CHANGE } from '../catalogue/media-items.repository';
import { MediaAssetEntity } from '../entities/media-asset.entity';

/** Reads what has been in the trash for long enough. */
@Injectable()
export class TrashRepository {
  constructor(private readonly read: ReadConnection) {}

  /** Assets of one owner that were trashed at this time (ISO 8601) or before; `null` when there are none. */
  async expired(
    until: string,
  ): Promise<{ readonly ownerId: string | null; readonly paths: readonly string[] } | null> {
    const order = { trashed_at: 'ASC', position: 'ASC' } as const;
    const where = { trashed_at: LessThanOrEqual(until) };
    const oldest = await this.read.manager.findOne(MediaAssetEntity, { where, order });
    if (!oldest) return null;
    const rows = await this.read.manager.find(MediaAssetEntity, {
      select: { path: true },
      where: { ...where, owner_id: oldest.owner_id ?? IsNull() },
      order,
      take: MAX_ITEMS_PER_CHANGE,
    });
    return { ownerId: oldest.owner_id, paths: rows.map(({ path }) => path) };
  }
}
