import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { ownerFilter } from '../../../platform/access/scope';
import { ReadConnection } from '../../../platform/database/read-connection';
import { acquireTransactionLock, WriteGate } from '../../../platform/database/write-gate';
import { MediaAssetEntity } from '../entities/media-asset.entity';
import { MediaCollectionItemEntity } from '../entities/media-label.entities';
import type { MediaItem } from '../index/media-item';
import {
  type CollectionContent,
  CollectionMedia,
  type CollectionSummary,
  MAX_PATHS_PER_CHANGE,
  type MembershipChange,
} from '../public/collection-media';
import type { SavedMediaFilterDto } from '../public/saved-media-filter.dto';
import { MediaItemsRepository, ownerLock } from './media-items.repository';
import { MAX_COUNTED, MediaListRepository } from './media-list.repository';
import { MediaScopesService } from './media-scopes.service';
import { MediaRepository } from './media.repository';
import { readFilter } from './read-filter';

/** Memberships of collections, which are part of each asset's entry in the index. */
@Injectable()
export class CollectionMediaService extends CollectionMedia {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly rows: MediaRepository,
    private readonly items: MediaItemsRepository,
    private readonly lists: MediaListRepository,
    private readonly scopes: MediaScopesService,
    private readonly owners: OwnerNames,
  ) {
    super();
  }

  checkFilter(filter: SavedMediaFilterDto, loc: readonly string[]): void {
    readFilter(filter, this.owners, loc);
  }

  async setMembership(
    caller: Caller,
    id: string,
    paths: readonly string[],
    isMember: boolean,
  ): Promise<MembershipChange> {
    let changed = 0;
    const items = await this.rows.update(ownerFilter(caller), paths, (item) => {
      if (item.collections.includes(id) === isMember) return item;
      changed += 1;
      return isMember ? { ...item, collections: [...item.collections, id] } : without(item, id);
    });
    const existing = new Set(items.map(({ asset }) => asset.path));
    return { changed, missing: paths.filter((path) => !existing.has(path)) };
  }

  async clear(id: string): Promise<void> {
    for (let last = 0; ;) {
      const members = await this.read.manager.find(MediaCollectionItemEntity, {
        where: { collection_id: id, position: MoreThan(last) },
        order: { position: 'ASC' },
        take: MAX_PATHS_PER_CHANGE,
      });
      const positions = members.map(({ position }) => position);
      last = positions.at(-1) ?? 0;
      if (last === 0) return;
      const owners = await this.read.manager.find(MediaAssetEntity, {
        select: { position: true, owner_id: true },
        where: { position: In(positions) },
      });
      for (const ownerId of new Set(owners.map(({ owner_id }) => owner_id)))
        await this.removeFrom(
          id,
          ownerId,
          owners.filter(({ owner_id }) => owner_id === ownerId).map(({ position }) => position),
        );
    }
  }

  async summary(caller: Caller, content: CollectionContent): Promise<CollectionSummary> {
    const expression = this.scopes.ofCollection(caller, content);
    if (!expression) return { count: 0, capped: false, cover: null };
    const count = await this.lists.count(expression);
    const [newest] = await this.lists.window(expression, { limit: 1 });
    return { count, capped: count === MAX_COUNTED, cover: newest?.path ?? null };
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

const without = (item: MediaItem, id: string): MediaItem => ({
  ...item,
  collections: item.collections.filter((collection) => collection !== id),
});
