import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In, LessThan } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { row } from '../../../platform/database/row';
import type { Transaction } from '../../../platform/database/write-gate';
import { insertRows } from '../../../platform/database/write-rows';
import { groupBy } from '../../../platform/group-by';
import { type MediaAsset, MediaAssetEntity } from '../entities/media-asset.entity';
import {
  MediaCollectionItemEntity,
  MediaLabelEntity,
  MediaOriginEntity,
} from '../entities/media-label.entities';
import { MediaCountsRepository, type MediaChange } from '../index/media-counts.repository';
import { type IndexEntry, MediaIndexRepository } from '../index/media-index.repository';
import { haveSameEntry, INDEX_VERSION, indexEntry } from '../index/index-terms';
import type { MediaItem } from '../index/media-item';
import { NearDuplicatesRepository } from '../likeness/near-duplicates.repository';
import { MediaPresence } from './media-presence';

/** Assets that one transaction may change: more would hold up the writes of others for more than a second. */
export const MAX_ITEMS_PER_CHANGE = 50;
const ENTRIES_PER_TURN = 5;

/**
 * Assets with their labels, and the only place that writes them: row, labels, search index, counts and pairs of
 * near duplicates change together.
 */
@Injectable()
export class MediaItemsRepository {
  constructor(
    private readonly read: ReadConnection,
    private readonly index: MediaIndexRepository,
    private readonly counts: MediaCountsRepository,
    private readonly duplicates: NearDuplicatesRepository,
    private readonly presence: MediaPresence,
  ) {}

  /** Assets without an entry in the index, or with one of an older version. */
  async unindexed(limit: number): Promise<MediaAsset[]> {
    const where = { index_version: LessThan(INDEX_VERSION) };
    return this.read.manager.find(MediaAssetEntity, { where, take: limit });
  }

  /** The items of these rows, in the same order. Three statements. */
  async load(manager: EntityManager, assets: readonly MediaAsset[]): Promise<MediaItem[]> {
    if (assets.length === 0) return [];
    const where = { position: In(assets.map(({ position }) => position)) };
    const labels = await manager.find(MediaLabelEntity, { where, order: { value: 'ASC' } });
    const origins = await manager.find(MediaOriginEntity, { where, order: { place: 'ASC' } });
    const collections = await manager.find(MediaCollectionItemEntity, { where });
    const labelsOf = byPosition(labels);
    const originsOf = byPosition(origins);
    const collectionsOf = byPosition(collections);
    return assets.map((asset) => ({
      asset,
      labels: labelsOf(asset).map(({ kind, value }) => ({ kind, value })),
      origins: originsOf(asset).map(({ origin }) => origin),
      collections: collectionsOf(asset).map(({ collection_id }) => collection_id),
    }));
  }

  /**
   * Writes what differs between before and after. All items are of one owner, whose lock the transaction holds
   * ({@link ownerLock}); at most {@link MAX_ITEMS_PER_CHANGE} while others wait to write.
   */
  async write(
    tx: Transaction,
    ownerId: string | null,
    changes: readonly MediaChange[],
  ): Promise<void> {
    const indexed = changes.map((change) => ({ ...change, after: withIndexVersion(change.after) }));
    const removed = indexed.flatMap(({ before, after }) => (before && !after ? [before] : []));
    await this.remove(tx, removed);
    await writeAssets(tx, indexed);
    for (const links of LINKS) await links.write(tx, indexed);
    await this.index.write(tx, await changedEntries(indexed));
    await this.counts.apply(tx, ownerId, indexed.map(asCounted));
    await this.duplicates.apply(tx, ownerId, indexed);
    this.presence.changes(
      indexed.flatMap(({ before, after }) => (after ?? before)?.asset.path ?? []),
    );
  }

  private async remove(tx: Transaction, items: readonly MediaItem[]): Promise<void> {
    if (items.length === 0) return;
    const positions = items.map(({ asset }) => asset.position);
    await tx.delete(MediaAssetEntity, { position: In(positions) });
    await this.index.remove(tx, positions);
  }
}

/** Name of the transaction lock under which all assets of an owner are written. */
export const ownerLock = (ownerId: string | null): string => `media of ${ownerId ?? ''}`;

const withIndexVersion = (item: MediaItem | null): MediaItem | null =>
  item && { ...item, asset: { ...item.asset, index_version: INDEX_VERSION } };

/** An asset that was never indexed isn't part of the counts yet. */
const asCounted = ({ before, after }: MediaChange): MediaChange => ({
  before: before?.asset.index_version === 0 ? null : before,
  after,
});

/** Makes words of long texts in pieces, because other requests wait for each. */
async function changedEntries(changes: readonly MediaChange[]): Promise<IndexEntry[]> {
  const entries: IndexEntry[] = [];
  for (const { before, after } of changes) {
    if (!after) continue;
    const isCurrent = before?.asset.index_version === INDEX_VERSION && haveSameEntry(before, after);
    if (isCurrent) continue;
    entries.push({ position: after.asset.position, words: indexEntry(after) });
    if (entries.length % ENTRIES_PER_TURN === 0) await setImmediate();
  }
  return entries;
}

/** Inserts new rows; rows that change alike are updated together. */
async function writeAssets(tx: Transaction, changes: readonly MediaChange[]): Promise<void> {
  const added = changes.flatMap(({ before, after }) => (after && !before ? [after.asset] : []));
  await insertRows(tx, MediaAssetEntity, added);
  const updates = new Map<string, { columns: Partial<MediaAsset>; positions: number[] }>();
  for (const { before, after } of changes) {
    if (!before || !after) continue;
    const columns = changedColumns(before.asset, after.asset);
    const key = JSON.stringify(columns);
    const update = updates.get(key) ?? { columns, positions: [] };
    update.positions.push(after.asset.position);
    updates.set(key, update);
  }
  updates.delete('{}');
  for (const { columns, positions } of updates.values())
    await tx.update(MediaAssetEntity, { position: In(positions) }, row<MediaAssetEntity>(columns));
}

function changedColumns(before: MediaAsset, after: MediaAsset): Partial<MediaAsset> {
  const names = Object.keys(after) as (keyof MediaAsset)[];
  const changed = names.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

interface Positioned {
  readonly position: number;
}

function byPosition<T extends Positioned>(rows: readonly T[]): (asset: Positioned) => readonly T[] {
  const grouped = groupBy(rows, (one) => one.position);
  return ({ position }) => grouped.get(position) ?? [];
}

/** Rows of a table that belong to assets: writes those that a change adds, and deletes those that it removes. */
class LinkTable<T extends Positioned> {
  constructor(
    private readonly entity: new () => T,
    private readonly rowsOf: (item: MediaItem) => readonly T[],
  ) {}

  async write(tx: Transaction, changes: readonly MediaChange[]): Promise<void> {
    const deleted = changes.flatMap(({ before, after }) => (before && !after ? [before] : []));
    if (deleted.length > 0)
      await tx.delete(this.entity, { position: In(deleted.map(({ asset }) => asset.position)) });
    const { added, removed } = this.differences(changes);
    for (const { key, positions } of removed)
      await tx.delete(this.entity, { ...key, position: In(positions) });
    await insertRows(tx, this.entity, added);
  }

  /** Of assets that stay; equal rows that several of them lose are removed together. */
  private differences(changes: readonly MediaChange[]) {
    const added: T[] = [];
    const removed = new Map<string, { key: object; positions: number[] }>();
    for (const { before, after } of changes.filter((change) => change.after)) {
      const old = this.byKey(before);
      const current = this.byKey(after);
      for (const [key, link] of current) if (!old.has(key)) added.push(link);
      for (const [key, { position, ...columns }] of old) {
        if (current.has(key)) continue;
        const group = removed.get(key) ?? { key: columns, positions: [] };
        group.positions.push(position);
        removed.set(key, group);
      }
    }
    return { added, removed: removed.values() };
  }

  private byKey(item: MediaItem | null): Map<string, T> {
    const rows = item ? this.rowsOf(item) : [];
    return new Map(
      rows.map((link) => [JSON.stringify({ ...link, position: undefined }), link] as const),
    );
  }
}

const LINKS = [
  new LinkTable(MediaLabelEntity, ({ asset: { position }, labels }) =>
    labels.map((label) => ({ position, ...label })),
  ),
  new LinkTable(MediaOriginEntity, ({ asset: { position }, origins }) =>
    origins.map((origin, place) => ({ position, origin, place })),
  ),
  new LinkTable(MediaCollectionItemEntity, ({ asset: { position }, collections }) =>
    collections.map((collection_id) => ({ position, collection_id })),
  ),
] as const;
