import { Injectable } from '@nestjs/common';
import { ReadConnection } from '../../../platform/database/read-connection';
import { MAX_ITEMS_PER_CHANGE } from '../catalogue/media-items.repository';
import { MediaAssetEntity } from '../entities/media-asset.entity';
import type { RetainedAsset } from './retention-rules';

/** Reads old assets for the retention rules. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly read: ReadConnection) {}

  /**
   * Assets that are older than `before` (ISO 8601), oldest first, in pages by the index of their time. Conditions on other
   * columns would make a page read any number of rows.
   */
  async *olderThan(before: string): AsyncGenerator<readonly RetainedAsset[]> {
    let last: RetainedAsset | undefined;
    for (;;) {
      const query = this.read.manager
        .createQueryBuilder(MediaAssetEntity, 'asset')
        .where('asset.created_at < :before', { before })
        .orderBy('asset.created_at')
        .addOrderBy('asset.path')
        .limit(MAX_ITEMS_PER_CHANGE);
      if (last)
        query.andWhere('(asset.created_at, asset.path) > (:time, :path)', {
          time: last.created_at,
          path: last.path,
        });
      const page: readonly RetainedAsset[] = await query.getMany();
      if (page.length > 0) yield page;
      last = page[MAX_ITEMS_PER_CHANGE - 1];
      if (!last) return;
    }
  }
}
