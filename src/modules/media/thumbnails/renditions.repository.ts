import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { acquireTransactionLock, WriteGate } from '../../../platform/database/write-gate';
import { MediaItemsRepository, ownerLock } from '../catalogue/media-items.repository';
import { type MediaAsset, MediaAssetEntity } from '../entities/media-asset.entity';
import type { RenditionColumns } from './renditions';

/** Placeholders and perceptual hashes in the rows of assets. */
@Injectable()
export class RenditionsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly items: MediaItemsRepository,
  ) {}

  /** Sets the columns of an asset where they are not set yet. */
  async fill(path: string, columns: RenditionColumns): Promise<void> {
    await this.gate.run(async (tx) => {
      const where = { path, placeholder: IsNull() };
      const owned = await tx.findOneBy(MediaAssetEntity, where);
      if (!owned) return;
      await acquireTransactionLock(tx, ownerLock(owned.owner_id));
      const [before] = await this.items.load(tx, await tx.findBy(MediaAssetEntity, where));
      if (!before) return;
      const after = { ...before, asset: { ...before.asset, ...columns } };
      await this.items.write(tx, owned.owner_id, [{ before, after }]);
    });
  }

  /**
   * Pictures and videos whose columns were never set, the latest first.
   * @param before only those with a lower `position`
   */
  async missing(before: number, limit: number): Promise<MediaAsset[]> {
    return this.read.manager.find(MediaAssetEntity, {
      // The same condition as the index `unrendered_media` has.
      where: { placeholder: IsNull(), type: In(['image', 'video']), position: LessThan(before) },
      order: { position: 'DESC' },
      take: limit,
    });
  }
}
