import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { acquireTransactionLock, WriteGate } from '../../../platform/database/write-gate';
import { MediaAssetEntity } from '../entities/media-asset.entity';
import { MediaCollectionItemEntity } from '../entities/media-label.entities';
import type { MediaItem } from '../index/media-item';
import { MAX_ITEMS_PER_CHANGE, MediaItemsRepository, ownerLock } from './media-items.repository';

/** Which assets are in a collection. */
@Injectable()
export class CollectionMembersRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly items: MediaItemsRepository,
  ) {}

  /** Takes everything out of a collection, in transactions of bounded size. */
  async clear(id: string): Promise<void> {
    for (;;) {
      const members = await this.read.manager.find(MediaCollectionItemEntity, {
        where: { collection_id: id },
        take: MAX_ITEMS_PER_CHANGE,
      });
      if (members.length === 0) return;
      const where = { position: In(members.map(({ position }) => position)) };
      const select = { position: true, owner_id: true } as const;
      const assets = await this.read.manager.find(MediaAssetEntity, { select, where });
      for (const ownerId of new Set(assets.map(({ owner_id }) => owner_id))) {
        const owned = assets.filter(({ owner_id }) => owner_id === ownerId);
        await this.removeFrom(
          id,
          ownerId,
          owned.map(({ position }) => position),
        );
      }
    }
  }

  private async removeFrom(
    id: string,
    ownerId: string | null,
    positions: readonly number[],
  ): Promise<void> {
    await this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, ownerLock(ownerId));
      const assets = await tx.findBy(MediaAssetEntity, { position: In([...positions]) });
      const changes = (await this.items.load(tx, assets)).map((item) => ({
        before: item,
        after: without(item, id),
      }));
      await this.items.write(tx, ownerId, changes);
    });
  }
}

/** The item outside of a collection. */
export const without = (item: MediaItem, id: string): MediaItem => ({
  ...item,
  collections: item.collections.filter((collection) => collection !== id),
});
