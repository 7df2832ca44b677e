import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { WriteGate } from '../../../platform/database/write-gate';
import { type MediaAsset, MediaAssetEntity } from '../entities/media-asset.entity';
import type { LookColumns } from './renditions';

/** Placeholders and perceptual hashes in the rows of assets. */
@Injectable()
export class LookRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
  ) {}

  /** Sets the columns of an asset that has none yet. */
  async fill(path: string, columns: LookColumns): Promise<void> {
    await this.gate.run((tx) =>
      tx.update(MediaAssetEntity, { path, placeholder: IsNull() }, { ...columns }),
    );
  }

  /**
   * Pictures and videos whose columns were never set, the latest first.
   * @param before only those with a lower `position`
   */
  async missing(before: number, limit: number): Promise<MediaAsset[]> {
    return this.read.manager.find(MediaAssetEntity, {
      // As in the index `media_without_look`.
      where: { placeholder: IsNull(), type: In(['image', 'video']), position: LessThan(before) },
      order: { position: 'DESC' },
      take: limit,
    });
  }
}
