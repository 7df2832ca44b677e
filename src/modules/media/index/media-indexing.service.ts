import { Injectable, Logger } from '@nestjs/common';
import { acquireTransactionLock, WriteGate } from '../../../platform/database/write-gate';
import { MediaItemsRepository, ownerLock } from '../catalogue/media-items.repository';
import type { MediaAsset } from '../entities/media-asset.entity';

/** More than later changes write at once: nobody waits for them yet. */
const ASSETS_PER_TRANSACTION = 500;
const PROGRESS_STEP = 50_000;

/** Writes the index entries of assets that have none, or one of an older version: after an upgrade. */
@Injectable()
export class MediaIndexingService {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly gate: WriteGate,
    private readonly items: MediaItemsRepository,
  ) {}

  /** A killed process continues where it was. */
  async indexMissing(): Promise<void> {
    let count = 0;
    for (;;) {
      const assets = await this.items.unindexed(ASSETS_PER_TRANSACTION);
      if (assets.length === 0) break;
      for (const ownerId of new Set(assets.map(({ owner_id }) => owner_id)))
        await this.index(
          ownerId,
          assets.filter(({ owner_id }) => owner_id === ownerId),
        );
      count += assets.length;
      if (count % PROGRESS_STEP < assets.length) this.logger.log(`indexed ${count} media assets`);
    }
  }

  private async index(ownerId: string | null, assets: readonly MediaAsset[]): Promise<void> {
    await this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, ownerLock(ownerId));
      const items = await this.items.load(tx, assets);
      const changes = items.map((item) => ({ before: item, after: item }));
      await this.items.write(tx, ownerId, changes);
    });
  }
}
