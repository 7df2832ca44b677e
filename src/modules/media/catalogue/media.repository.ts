import { Injectable } from '@nestjs/common';
import { In, IsNull, type EntityManager } from 'typeorm';
import type { OwnerFilter } from '../../../platform/access/scope';
import { ReadConnection } from '../../../platform/database/read-connection';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../../platform/database/write-gate';
import { type MediaAsset, MediaAssetEntity } from '../entities/media-asset.entity';
import { MediaTombstoneEntity } from '../entities/media-tombstone.entity';
import { QuotaReached } from '../media.errors';
import { OwnerBytesRepository } from '../storage/owner-bytes.repository';
import type { MediaItem, MediaLabel } from '../index/media-item';
import { MediaItemsRepository, ownerLock } from './media-items.repository';
import { MediaPositions } from './media-positions';
import type { OutputKey } from '../storage/stored-name';

/** Result of an insert: an output may exist already, or may have been deleted by a user. */
export type InsertResult =
  | { readonly outcome: 'new' | 'existing'; readonly asset: MediaAsset }
  | { readonly outcome: 'deleted' };

/** A new asset, without what follows from the order in which assets are inserted. */
export interface NewMediaItem {
  readonly asset: Omit<MediaAsset, 'position' | 'created_at' | 'index_version'>;
  readonly labels: readonly MediaLabel[];
  readonly origins: readonly string[];
}

/** Databases limit the parameters of a statement. */
const MAX_PATHS_PER_STATEMENT = 1_000;

/** Rows of assets, one by one. Lists are in `media-list.repository.ts`. */
@Injectable()
export class MediaRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly items: MediaItemsRepository,
    private readonly positions: MediaPositions,
    private readonly ownerBytes: OwnerBytesRepository,
  ) {}

  /** An asset that is not in the trash. */
  async find(owner: OwnerFilter, path: string): Promise<MediaAsset | null> {
    return this.read.manager.findOneBy(MediaAssetEntity, {
      path,
      trashed_at: IsNull(),
      ...(owner.all ? {} : { owner_id: owner.ownerId }),
    });
  }

  /** Those of these assets that are not in the trash, in any order. @param paths at most 1,000 */
  async findMany(owner: OwnerFilter, paths: readonly string[]): Promise<MediaAsset[]> {
    return this.read.manager.findBy(MediaAssetEntity, {
      path: In([...paths]),
      trashed_at: IsNull(),
      ...(owner.all ? {} : { owner_id: owner.ownerId }),
    });
  }

  /** An asset of this owner that has this content, was made from just these origins, and is not in the trash. */
  async findDerived(
    ownerId: string | null,
    sha256: string,
    origins: readonly string[],
  ): Promise<MediaAsset | null> {
    const assets = await this.read.manager.findBy(MediaAssetEntity, {
      sha256,
      owner_id: ownerId ?? IsNull(),
      source: 'derived',
      trashed_at: IsNull(),
    });
    const items = await this.items.load(this.read.manager, assets);
    const wanted = [...origins].sort().join('\n');
    return items.find((item) => [...item.origins].sort().join('\n') === wanted)?.asset ?? null;
  }

  /**
   * Changes assets that are not in the trash and writes what differs, in a transaction for each owner. Paths of other
   * owners and of none are left out.
   * @param paths at most {@link MAX_ITEMS_PER_CHANGE}
   * @param also written in the same transaction, for each changed asset
   */
  async update(
    owner: OwnerFilter,
    paths: readonly string[],
    change: (item: MediaItem) => MediaItem,
    also: (tx: Transaction, asset: MediaAsset) => Promise<void> = () => Promise.resolve(),
  ): Promise<MediaItem[]> {
    const owners = await this.owners(paths);
    const updated: MediaItem[] = [];
    for (const ownerId of new Set(owners.values())) {
      if (!owner.all && owner.ownerId !== ownerId) continue;
      const own = paths.filter((path) => owners.get(path) === ownerId && owners.has(path));
      updated.push(...(await this.updateOfOwner(ownerId, own, change, also)));
    }
    return updated;
  }

  private async updateOfOwner(
    ownerId: string | null,
    paths: readonly string[],
    change: (item: MediaItem) => MediaItem,
    also: (tx: Transaction, asset: MediaAsset) => Promise<void>,
  ): Promise<MediaItem[]> {
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, ownerLock(ownerId));
      const where = { path: In([...paths]), trashed_at: IsNull() };
      const before = await this.items.load(tx, await tx.findBy(MediaAssetEntity, where));
      const changes = before.map((item) => ({ before: item, after: change(item) }));
      await this.items.write(tx, ownerId, changes);
      for (const { asset } of before) await also(tx, asset);
      return changes.map(({ after }) => after);
    });
  }

  /** An output by its key: existing, deleted, or `null` if never stored. */
  async findOutput(key: OutputKey): Promise<InsertResult | null> {
    return findByKey(this.read.manager, key);
  }

  /** An asset of this owner with this content. */
  async findContent(
    sha256: string,
    ownerId: string | null,
  ): Promise<Pick<MediaAsset, 'path' | 'size_bytes'> | null> {
    return this.read.manager.findOne(MediaAssetEntity, {
      select: { path: true, size_bytes: true },
      where: { sha256, owner_id: ownerId ?? IsNull() },
    });
  }

  /** Owner ids by path, of what is not in the trash. One statement. */
  async owners(paths: readonly string[]): Promise<Map<string, string | null>> {
    if (paths.length === 0) return new Map();
    const rows = await this.read.manager.find(MediaAssetEntity, {
      select: { path: true, owner_id: true },
      where: { path: In([...paths]), trashed_at: IsNull() },
    });
    return new Map(rows.map(({ path, owner_id }) => [path, owner_id]));
  }

  /** Which of these exist outside of the trash. */
  async existing(paths: readonly string[]): Promise<Set<string>> {
    const existing = new Set<string>();
    for (let at = 0; at < paths.length; at += MAX_PATHS_PER_STATEMENT) {
      const rows = await this.read.manager.find(MediaAssetEntity, {
        select: { path: true },
        where: {
          path: In(paths.slice(at, at + MAX_PATHS_PER_STATEMENT)),
          trashed_at: IsNull(),
        },
      });
      for (const { path } of rows) existing.add(path);
    }
    return existing;
  }

  /**
   * Inserts an asset with its labels; an output at most once, and never after its deletion.
   * @param maxOwnerBytes the size that all files of its owner may have together
   * @throws QuotaReached
   */
  async insert(item: NewMediaItem, maxOwnerBytes: number | null): Promise<InsertResult> {
    const { owner_id: ownerId } = item.asset;
    const key = outputKey(item.asset);
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, ownerLock(ownerId));
      const previous = key ? await findByKey(tx, key) : null;
      if (previous) return previous;
      const asset = { ...item.asset, ...this.positions.next(), index_version: 0 };
      const after: MediaItem = { ...item, asset, collections: [] };
      await this.items.write(tx, ownerId, [{ before: null, after }]);
      const used = await this.ownerBytes.add(tx, ownerId, asset.size_bytes);
      if (maxOwnerBytes !== null && used > maxOwnerBytes)
        throw new QuotaReached(used, maxOwnerBytes);
      return { outcome: 'new', asset };
    });
  }

  /** Deletes an asset with its labels; an output leaves a tombstone. @returns whether it existed */
  async delete({ path, owner_id: ownerId }: MediaAsset): Promise<boolean> {
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, ownerLock(ownerId));
      const asset = await tx.findOneBy(MediaAssetEntity, { path });
      if (!asset) return false;
      const [before = null] = await this.items.load(tx, [asset]);
      await this.items.write(tx, ownerId, [{ before, after: null }]);
      const key = outputKey(asset);
      if (key) await tx.insert(MediaTombstoneEntity, columns(key));
      await this.ownerBytes.add(tx, ownerId, -asset.size_bytes);
      return true;
    });
  }
}

async function findByKey(manager: EntityManager, key: OutputKey): Promise<InsertResult | null> {
  const asset = await manager.findOneBy(MediaAssetEntity, columns(key));
  if (asset) return { outcome: 'existing', asset };
  const deleted = await manager.existsBy(MediaTombstoneEntity, columns(key));
  return deleted ? { outcome: 'deleted' } : null;
}

const columns = ({ promptId, nodeId, index }: OutputKey) => ({
  prompt_id: promptId,
  node_id: nodeId,
  output_index: index,
});

function outputKey({
  prompt_id,
  node_id,
  output_index,
}: Pick<MediaAsset, 'prompt_id' | 'node_id' | 'output_index'>): OutputKey | null {
  if (prompt_id === null || node_id === null || output_index === null) return null;
  return { promptId: prompt_id, nodeId: node_id, index: output_index };
}
