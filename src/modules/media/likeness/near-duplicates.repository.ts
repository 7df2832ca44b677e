import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { OwnerFilter } from '../../../platform/access/scope';
import { BoundedReads } from '../../../platform/database/bounded-reads';
import { ReadConnection } from '../../../platform/database/read-connection';
import { MAX_LIKENESS_DISTANCE } from '../../../platform/imaging/perceptual-hash';
import { insertRows, upsertRows } from '../../../platform/database/write-rows';
import type { Transaction } from '../../../platform/database/write-gate';
import type { MediaAsset } from '../entities/media-asset.entity';
import { type NearDuplicate, NearDuplicateEntity } from '../entities/near-duplicate.entity';
import { ownerKey } from '../index/index-terms';
import type { MediaChange } from '../index/media-counts.repository';
import type { MediaItem } from '../index/media-item';
import { hashNeighbours, hashOf } from './hash-neighbours.repository';

/** Pairs found for a new asset: the nearest. Equal pictures form a chain, so few pairs hold a group together. */
const MAX_PAIRS = 8;
/** Pairs read at once around a group. */
const MAX_EDGES = 5000;
/** Steps from the newest asset of a group to its others: enough for 64 equal ones. */
const MAX_STEPS = 8;

/** Pairs of near duplicates outside of the trash, kept with every change of an asset. */
@Injectable()
export class NearDuplicatesRepository {
  constructor(
    private readonly read: ReadConnection,
    private readonly bounded: BoundedReads,
  ) {}

  /** Writes what follows from changes of assets of one owner, whose lock the transaction holds. */
  async apply(
    tx: Transaction,
    ownerId: string | null,
    changes: readonly MediaChange[],
  ): Promise<void> {
    const gone: number[] = [];
    const changed: number[] = [];
    const appeared: MediaAsset[] = [];
    for (const { before, after } of changes) {
      const [old, current] = [comparable(before), comparable(after)];
      if (before && !after) gone.push(before.asset.position);
      if (old === current) continue;
      if (old !== null && before) changed.push(before.asset.position);
      if (current !== null && after) appeared.push(after.asset);
    }
    await remove(tx, gone, {});
    await remove(tx, changed, { is_distinct: false });
    for (const asset of appeared) await this.pair(tx, ownerId, asset);
  }

  /** Marks all pairs of these assets of one owner as distinct, for good. */
  async markDistinct(
    tx: Transaction,
    ownerId: string | null,
    pairs: readonly Pick<NearDuplicate, 'smaller' | 'larger' | 'distance'>[],
  ): Promise<void> {
    const rows = pairs.map((pair) => ({ ...pair, owner_id: ownerKey(ownerId), is_distinct: true }));
    await upsertRows(tx, NearDuplicateEntity, rows, ['smaller', 'larger']);
  }

  /** The newest assets that look like an older one and like no newer one, from the newest on. @throws QueryTooCostly */
  async newest(owner: OwnerFilter, before: number, limit: number): Promise<number[]> {
    const ownerId = owner.all ? '' : ownerKey(owner.ownerId);
    const ofOwner = owner.all ? '' : 'AND pair.owner_id = :ownerId ';
    const rows = await this.bounded.rows<{ position: string | number }>(ownerId, {
      sql:
        'SELECT DISTINCT pair.larger AS position FROM media_near_duplicates pair ' +
        `WHERE NOT pair.is_distinct AND pair.larger < :before ${ofOwner}AND NOT EXISTS (` +
        'SELECT 1 FROM media_near_duplicates newer WHERE newer.smaller = pair.larger AND NOT newer.is_distinct' +
        ') ORDER BY position DESC LIMIT :limit',
      parameters: { before, limit, ...(owner.all ? {} : { ownerId }) },
    });
    return rows.map(({ position }) => Number(position));
  }

  /** The pairs of these assets and of those that they lead to. */
  async around(positions: readonly number[]): Promise<NearDuplicate[]> {
    const pairs = new Map<string, NearDuplicate>();
    const visited = new Set<number>(positions);
    let frontier = [...positions];
    for (let step = 0; step < MAX_STEPS && frontier.length > 0; step += 1) {
      const found = await this.read.manager.find(NearDuplicateEntity, {
        where: [{ smaller: In(frontier) }, { larger: In(frontier) }],
        take: MAX_EDGES,
      });
      for (const pair of found) pairs.set(`${pair.smaller} ${pair.larger}`, pair);
      const linked = found.filter((pair) => !pair.is_distinct);
      frontier = [...new Set(linked.flatMap(({ smaller, larger }) => [smaller, larger]))].filter(
        (position) => !visited.has(position),
      );
      for (const position of frontier) visited.add(position);
    }
    return [...pairs.values()];
  }

  private async pair(tx: Transaction, ownerId: string | null, asset: MediaAsset): Promise<void> {
    const hash = hashOf(asset);
    if (!hash) return;
    const found = await hashNeighbours(tx, { all: false, ownerId }, hash, MAX_LIKENESS_DISTANCE);
    const rows = found
      .filter(({ position }) => position !== asset.position)
      .slice(0, MAX_PAIRS)
      .map(({ position, distance }) => ({
        ...ordered(position, asset.position),
        owner_id: ownerKey(ownerId),
        distance,
        is_distinct: false,
      }));
    // Pairs that people called distinct stay so.
    await insertRows(tx, NearDuplicateEntity, rows, ' ON CONFLICT DO NOTHING');
  }
}

/** Two positions as a pair names them. */
export const ordered = (one: number, other: number): { smaller: number; larger: number } => ({
  smaller: Math.min(one, other),
  larger: Math.max(one, other),
});

/** What decides on the pairs of an asset: its hash, while it is outside of the trash. */
function comparable(item: MediaItem | null): string | null {
  if (item?.asset.trashed_at !== null) return null;
  return hashOf(item.asset)?.join(' ') ?? null;
}

async function remove(
  tx: Transaction,
  positions: readonly number[],
  condition: Partial<Pick<NearDuplicate, 'is_distinct'>>,
): Promise<void> {
  if (positions.length === 0) return;
  await tx.delete(NearDuplicateEntity, { ...condition, smaller: In([...positions]) });
  await tx.delete(NearDuplicateEntity, { ...condition, larger: In([...positions]) });
}
