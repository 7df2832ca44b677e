import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, Not, type EntityManager } from 'typeorm';
import type { OwnerFilter } from '../../../platform/access/scope';
import { plainRows } from '../../../platform/database/plain-rows';
import { ReadConnection } from '../../../platform/database/read-connection';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../../platform/database/write-gate';
import { type MediaAsset, MediaAssetEntity } from '../entities/media-asset.entity';
import { OwnerBytesRepository } from '../storage/owner-bytes.repository';
import type { MediaItem, MediaLabel } from '../index/media-item';
import { MediaItemsRepository, ownerLock } from './media-items.repository';
import { MediaPositions } from './media-positions';
import { columns, isKnown, outputKey } from './output-keys';
import { isStoredName, type OutputKey } from '../storage/stored-name';

/** Result of an insert: an output may exist already, or may have been deleted by a user. */
export type InsertResult =
  | { readonly outcome: 'new'; readonly asset: MediaAsset }
  | ExistingMedia
  | { readonly outcome: 'deleted' };

/** An asset that is already there. */
export interface ExistingMedia {
  readonly outcome: 'existing';
  readonly asset: MediaAsset;
  /** It was an upload in the trash, and was moved out of it. */
  readonly restored: boolean;
}

/** A new asset, without what follows from the order in which assets are inserted. */
export interface NewMediaItem {
  readonly asset: Omit<MediaAsset, 'position' | 'created_at' | 'index_version' | 'upload_key'>;
  readonly labels: readonly MediaLabel[];
  readonly origins: readonly string[];
}

/** How single assets are looked up. */
export interface FindOptions {
  /** Also finds what is in the trash. */
  readonly trashed?: boolean | undefined;
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

  /** An asset outside of the trash and, with `trashed`, also one in it. */
  async find(
    owner: OwnerFilter,
    path: string,
    { trashed = false }: FindOptions = {},
  ): Promise<MediaAsset | null> {
    if (!isStoredName(path)) return null;
    return this.read.manager.findOneBy(MediaAssetEntity, {
      path,
      ...(trashed ? {} : { trashed_at: IsNull() }),
      ...(owner.all ? {} : { owner_id: owner.ownerId }),
    });
  }

  /** Those of these assets outside of the trash and, with `trashed`, also in it, in any order. @param paths at most 1,000 */
  async findMany(
    owner: OwnerFilter,
    paths: readonly string[],
    { trashed = false }: FindOptions = {},
  ): Promise<MediaAsset[]> {
    return this.read.manager.findBy(MediaAssetEntity, {
      path: In([...paths]),
      ...(trashed ? {} : { trashed_at: IsNull() }),
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
    also: (tx: Transaction, after: MediaAsset) => Promise<void> = () => Promise.resolve(),
  ): Promise<MediaItem[]> {
    const owners = await this.owners(paths);
    const updated: MediaItem[] = [];
    // In the same order in every request, so that two transactions never wait for each other's owners.
    for (const ownerId of [...new Set(owners.values())].sort()) {
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
    also: (tx: Transaction, after: MediaAsset) => Promise<void>,
  ): Promise<MediaItem[]> {
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, ownerLock(ownerId));
      const where = { path: In([...paths]), trashed_at: IsNull() };
      const before = await this.items.load(tx, await tx.findBy(MediaAssetEntity, where));
      const changes = before.map((item) => ({ before: item, after: change(item) }));
      await this.items.write(tx, ownerId, changes);
      for (const { after } of changes) await also(tx, after.asset);
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

  /** How many of these, at most 1,000, are in the trash or outside of it. */
  async count(owner: OwnerFilter, paths: readonly string[], trashed: boolean): Promise<number> {
    return this.read.manager.countBy(MediaAssetEntity, {
      path: In([...paths]),
      trashed_at: trashed ? Not(IsNull()) : IsNull(),
      ...(owner.all ? {} : { owner_id: owner.ownerId }),
    });
  }

  /** Owner ids by path, of what is not in the trash. One statement for each thousand paths. */
  async owners(paths: readonly string[]): Promise<Map<string, string | null>> {
    const rows = await this.ownedPaths(paths, { trashed_at: IsNull() });
    return new Map(rows.map(({ path, owner_id }) => [path, owner_id]));
  }

  /** Which of these exist outside of the trash. */
  async existing(paths: readonly string[]): Promise<Set<string>> {
    const rows = await this.ownedPaths(paths, { trashed_at: IsNull() });
    return new Set(rows.map(({ path }) => path));
  }

  /** Which of these have a row, be it in the trash. */
  async stored(paths: readonly string[]): Promise<Set<string>> {
    const rows = await this.ownedPaths(paths, {});
    return new Set(rows.map(({ path }) => path));
  }

  private async ownedPaths(
    paths: readonly string[],
    where: FindOptionsWhere<MediaAssetEntity>,
  ): Promise<Pick<MediaAsset, 'path' | 'owner_id'>[]> {
    const unique = [...new Set(paths)];
    const rows: Pick<MediaAsset, 'path' | 'owner_id'>[] = [];
    for (let at = 0; at < unique.length; at += MAX_PATHS_PER_STATEMENT)
      rows.push(
        ...(await plainRows(
          this.read.manager
            .createQueryBuilder(MediaAssetEntity, 'asset')
            .where({ ...where, path: In(unique.slice(at, at + MAX_PATHS_PER_STATEMENT)) }),
          ['path', 'owner_id'],
        )),
      );
    return rows;
  }

  /**
   * Inserts an asset with its labels; an output at most once, and never after it was purged. An upload that its owner
   * has already is answered instead, out of the trash if it was in it.
   * @param maxOwnerBytes the size that all files of its owner may have together
   * @throws QuotaReached
   */
  async insert(item: NewMediaItem, maxOwnerBytes: number | null): Promise<InsertResult> {
    const { owner_id: ownerId } = item.asset;
    const key = outputKey(item.asset);
    const insert = async (tx: Transaction): Promise<InsertResult> => {
      await acquireTransactionLock(tx, ownerLock(ownerId));
      const previous = key ? await findByKey(tx, key) : await this.takeUpload(tx, item.asset);
      if (previous) return previous;
      const asset = {
        ...item.asset,
        ...this.positions.next(),
        index_version: 0,
        upload_key: uploadKey(item.asset),
      };
      const after: MediaItem = { ...item, asset, collections: [] };
      await this.items.write(tx, ownerId, [{ before: null, after }]);
      await this.ownerBytes.add(tx, ownerId, asset.size_bytes, maxOwnerBytes);
      return { outcome: 'new', asset };
    };
    return this.gate.run(insert);
  }

  /**
   * An upload of these bytes that the owner has already, out of the trash if it was in it.
   * @param restored written in the same transaction when it was
   */
  async existingUpload(
    ownerId: string | null,
    sha256: string,
    restored: (asset: MediaAsset) => Promise<void>,
  ): Promise<ExistingMedia | null> {
    const upload = { owner_id: ownerId, sha256, source: 'uploaded' } as const;
    if (!(await this.read.manager.existsBy(MediaAssetEntity, sameUpload(upload)))) return null;
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, ownerLock(ownerId));
      const existing = await this.takeUpload(tx, upload);
      if (existing?.restored === true) await restored(existing.asset);
      return existing;
    });
  }

  private async takeUpload(tx: Transaction, upload: Upload): Promise<ExistingMedia | null> {
    if (upload.source !== 'uploaded') return null;
    const copies = await tx.findBy(MediaAssetEntity, sameUpload(upload));
    const live = copies.find(({ trashed_at }) => trashed_at === null);
    if (live) return { outcome: 'existing', asset: live, restored: false };
    const [before] = await this.items.load(tx, copies.slice(0, 1));
    if (!before) return null;
    const asset: MediaAsset = { ...before.asset, trashed_at: null };
    await this.items.write(tx, upload.owner_id, [{ before, after: { ...before, asset } }]);
    return { outcome: 'existing', asset, restored: true };
  }
}

type Upload = Pick<MediaAsset, 'owner_id' | 'sha256' | 'source'>;

const sameUpload = ({ owner_id, sha256, source }: Upload) => ({
  sha256,
  source,
  owner_id: owner_id ?? IsNull(),
});

const uploadKey = ({ owner_id, sha256, source }: Upload): string | null =>
  source === 'uploaded' ? `${owner_id ?? ''} ${sha256}` : null;

async function findByKey(manager: EntityManager, key: OutputKey): Promise<InsertResult | null> {
  // Nearly always unknown: then this one statement is enough.
  if (!(await isKnown(manager, key))) return null;
  const asset = await manager.findOneBy(MediaAssetEntity, columns(key));
  return asset ? { outcome: 'existing', asset, restored: false } : { outcome: 'deleted' };
}
