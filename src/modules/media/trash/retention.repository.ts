import { Injectable } from '@nestjs/common';
import { And, IsNull, LessThan, MoreThan } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { MAX_ITEMS_PER_CHANGE } from '../catalogue/media-items.repository';
import { POSITIONS_PER_MS } from '../catalogue/media-positions';
import { MediaAssetEntity } from '../entities/media-asset.entity';
import type { RetainedAsset } from './retention-rules';

/** Without the texts of an asset: all old ones are read each hour. */
const COLUMNS = {
  path: true,
  owner_id: true,
  created_at: true,
  type: true,
  source: true,
  rating: true,
  favourite: true,
  included_in_training_dataset: true,
  trashed_at: true,
  position: true,
} as const;

/** Reads old assets for the retention rules. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly read: ReadConnection) {}

  /** Assets outside of the trash that are older than `before` (ISO 8601), in pages, oldest first. */
  async *olderThan(before: string): AsyncGenerator<readonly RetainedAsset[]> {
    const until = Date.parse(before) * POSITIONS_PER_MS;
    for (let last = 0; ;) {
      const page = await this.read.manager.find(MediaAssetEntity, {
        select: COLUMNS,
        where: { trashed_at: IsNull(), position: And(MoreThan(last), LessThan(until)) },
        order: { position: 'ASC' },
        take: MAX_ITEMS_PER_CHANGE,
      });
      if (page.length > 0) yield page;
      last = page[MAX_ITEMS_PER_CHANGE - 1]?.position ?? until;
      if (last === until) return;
    }
  }
}
