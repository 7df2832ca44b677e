import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { OwnerFilter } from '../../../platform/access/scope';
import { ReadConnection } from '../../../platform/database/read-connection';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../../platform/database/write-gate';
import { groupBy } from '../../../platform/group-by';
import { type MediaAsset, MediaAssetEntity } from '../entities/media-asset.entity';
import type { MediaItem } from '../index/media-item';
import { OwnerBytesRepository } from '../storage/owner-bytes.repository';
import { MediaItemsRepository, ownerLock } from './media-items.repository';
import { insertTombstones } from './output-keys';

/** Why an item of a request for several was left as it is. */
export const REFUSALS = ['media_not_found', 'not_trashed', 'too_many_tags', 'undo_stale'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** What becomes of an item: another one, nothing (`null`), or a refusal. The same item: it stays as it is. */
export type Decide = (item: MediaItem) => MediaItem | null | Refusal;

/** An item that was changed or, with `null`, removed. */
export interface ItemChange {
  readonly before: MediaItem;
  readonly after: MediaItem | null;
}

export interface FailedItem {
  readonly path: string;
  readonly code: Refusal;
}

export interface AppliedChanges {
  readonly changes: readonly ItemChange[];
  readonly failed: readonly FailedItem[];
}

/** Written in the transaction of the changes. */
export type WrittenAlso = (tx: Transaction, changes: readonly ItemChange[]) => Promise<void>;

/** Changes of several items of one owner, those in the trash included. */
@Injectable()
export class MediaChangesRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly items: MediaItemsRepository,
    private readonly ownerBytes: OwnerBytesRepository,
  ) {}

  /** Those of these paths that the filter shows, by owner. One statement. @param paths at most 1,000 */
  async byOwner(
    owner: OwnerFilter,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string | null, string[]>> {
    const rows = await this.read.manager.find(MediaAssetEntity, {
      select: { path: true, owner_id: true },
      where: { path: In([...paths]), ...(owner.all ? {} : { owner_id: owner.ownerId }) },
    });
    const groups = groupBy(rows, ({ owner_id }) => owner_id);
    return new Map([...groups].map(([id, own]) => [id, own.map(({ path }) => path)]));
  }

  /**
   * Changes these items of an owner in one transaction. What is removed takes its labels, its entry in the index and its
   * bytes with it; an output leaves a tombstone.
   * @param paths at most {@link MAX_ITEMS_PER_CHANGE}
   */
  async apply(
    ownerId: string | null,
    paths: readonly string[],
    decide: Decide,
    also: WrittenAlso,
  ): Promise<AppliedChanges> {
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, ownerLock(ownerId));
      const where = { path: In([...paths]), owner_id: ownerId ?? IsNull() };
      const items = await this.items.load(tx, await tx.findBy(MediaAssetEntity, where));
      const applied = decideAll(paths, items, decide);
      const { changes } = applied;
      if (changes.length === 0) return applied;
      await this.items.write(tx, ownerId, changes);
      await also(tx, changes);
      const removed = changes.flatMap(({ before, after }) => (after ? [] : [before.asset]));
      await this.forget(tx, ownerId, removed);
      return applied;
    });
  }

  private async forget(
    tx: Transaction,
    ownerId: string | null,
    removed: readonly MediaAsset[],
  ): Promise<void> {
    if (removed.length === 0) return;
    await insertTombstones(tx, removed);
    const bytes = removed.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
    await this.ownerBytes.add(tx, ownerId, -bytes, null);
  }
}

function decideAll(
  paths: readonly string[],
  items: readonly MediaItem[],
  decide: Decide,
): AppliedChanges {
  const changes: ItemChange[] = [];
  const existing = new Set(items.map(({ asset }) => asset.path));
  const failed: FailedItem[] = paths
    .filter((path) => !existing.has(path))
    .map((path) => ({ path, code: 'media_not_found' }));
  for (const before of items) {
    const after = decide(before);
    if (typeof after === 'string') failed.push({ path: before.asset.path, code: after });
    else if (after !== before) changes.push({ before, after });
  }
  return { changes, failed };
}
