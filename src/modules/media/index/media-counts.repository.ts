import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { upsertRows } from '../../../platform/database/write-rows';
import type { OwnerFilter } from '../../../platform/access/scope';
import { BoundedReads } from '../../../platform/database/bounded-reads';
import { ReadConnection } from '../../../platform/database/read-connection';
import { MediaCountEntity, MediaDayEntity } from '../entities/media-label.entities';
import {
  type CountKind,
  countedValues,
  FACET_KINDS,
  type FacetKind,
  QUARTERS_PER_DAY,
  quarterOf,
} from './media-counts';
import { ownerKey } from './index-terms';
import type { MediaItem } from './media-item';

/** An asset before and after a change; `null` where it doesn't exist. */
export interface MediaChange {
  readonly before: MediaItem | null;
  readonly after: MediaItem | null;
}

interface CountDifference {
  readonly kind: CountKind;
  readonly value: string;
  readonly count: number;
}

const DAYS_PER_PAGE = 1_000;
/** Rows of one statement: SQLite takes 32,766 parameters. */
const MAX_ROWS = 5_000;

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

/** Counts of a whole library, kept with every change, so that reading them costs the same whatever its size. */
@Injectable()
export class MediaCountsRepository {
  constructor(
    private readonly read: ReadConnection,
    private readonly reads: BoundedReads,
  ) {}

  /** Changes the counts by the difference between before and after. All of one owner; hold the owner's lock. */
  async apply(
    tx: EntityManager,
    ownerId: string | null,
    changes: readonly MediaChange[],
  ): Promise<void> {
    const owner = ownerKey(ownerId);
    await this.addCounts(tx, owner, changes);
    await this.addQuarters(tx, owner, changes);
  }

  /** A number that rises with each change of what this filter shows. */
  async revision(owner: OwnerFilter): Promise<number> {
    return this.sum(owner, 'revision');
  }

  async total(owner: OwnerFilter): Promise<number> {
    return this.sum(owner, 'all');
  }

  /** The most frequent values of each kind, at most `limit`. */
  async facets(owner: OwnerFilter, limit: number): Promise<Record<FacetKind, FacetCount[]>> {
    const counts = await Promise.all(FACET_KINDS.map((kind) => this.values(owner, kind, limit)));
    return Object.fromEntries(
      FACET_KINDS.map((kind, index) => [kind, counts[index] ?? []]),
    ) as Record<FacetKind, FacetCount[]>;
  }

  /** The most frequent values of a kind. */
  async values(owner: OwnerFilter, kind: FacetKind, limit: number): Promise<FacetCount[]> {
    const scope = owner.all ? '' : 'AND owner_id = :owner ';
    const rows = await this.reads.rows<{ value: string; count: string | number }>(
      owner.all ? '' : owner.ownerId,
      {
        sql:
          `SELECT value, SUM(count) AS count FROM media_counts WHERE kind = :kind ${scope}` +
          `GROUP BY value HAVING SUM(count) > 0 ORDER BY SUM(count) DESC, value LIMIT ${limit}`,
        parameters: { kind, ...(owner.all ? {} : { owner: owner.ownerId }) },
      },
    );
    return rows.map(({ value, count }) => ({ value, count: Number(count) }));
  }

  /** Counts by day in UTC and quarter of an hour, in pages, so that no other request waits for all. */
  async *quarters(owner: OwnerFilter): AsyncGenerator<MediaDayEntity[]> {
    let page: MediaDayEntity[] = [];
    do {
      const last = page.at(-1);
      const query = this.read.manager
        .createQueryBuilder(MediaDayEntity, 'counted')
        .orderBy('counted.owner_id')
        .addOrderBy('counted.day')
        .limit(DAYS_PER_PAGE);
      if (!owner.all) query.andWhere('counted.owner_id = :owner', { owner: owner.ownerId });
      if (last)
        query.andWhere('(counted.owner_id, counted.day) > (:lastOwner, :lastDay)', {
          lastOwner: last.owner_id,
          lastDay: last.day,
        });
      page = await query.getMany();
      yield page;
    } while (page.length === DAYS_PER_PAGE);
  }

  private async sum(owner: OwnerFilter, kind: CountKind): Promise<number> {
    const rows = await this.read.manager.findBy(MediaCountEntity, {
      kind,
      value: '',
      ...(owner.all ? {} : { owner_id: owner.ownerId }),
    });
    return rows.reduce((sum, { count }) => sum + count, 0);
  }

  private async addCounts(
    tx: EntityManager,
    owner: string,
    changes: readonly MediaChange[],
  ): Promise<void> {
    const differences = new Map<string, CountDifference>();
    const add = ([kind, value]: [CountKind, string], count: number): void => {
      const key = `${kind}\0${value}`;
      const sum = differences.get(key)?.count ?? 0;
      differences.set(key, { kind, value, count: sum + count });
    };
    for (const { before, after } of changes) {
      if (before) for (const counted of countedValues(before)) add(counted, -1);
      if (after) for (const counted of countedValues(after)) add(counted, 1);
      add(['revision', ''], 1);
    }
    const rows = [...differences.values()].filter(({ count }) => count !== 0);
    for (let at = 0; at < rows.length; at += MAX_ROWS)
      await addToCounts(tx, owner, rows.slice(at, at + MAX_ROWS));
    if (rows.some(({ count }) => count < 0))
      await tx.delete(MediaCountEntity, { owner_id: owner, count: 0 });
  }

  private async addQuarters(
    tx: EntityManager,
    owner: string,
    changes: readonly MediaChange[],
  ): Promise<void> {
    const differences = new Map<string, Map<number, number>>();
    for (const { before, after } of changes) {
      const difference = Number(isCounted(after)) - Number(isCounted(before));
      const item = after ?? before;
      if (difference === 0 || !item) continue;
      const { day, quarter } = quarterOf(item.asset.position);
      const quarters = differences.get(day) ?? new Map<number, number>();
      quarters.set(quarter, (quarters.get(quarter) ?? 0) + difference);
      differences.set(day, quarters);
    }
    if (differences.size === 0) return;
    const stored = await tx.findBy(MediaDayEntity, {
      owner_id: owner,
      day: In([...differences.keys()]),
    });
    const byDay = new Map(stored.map(({ day, quarters }) => [day, quarters]));
    const rows = [...differences].map(([day, quarters]) => {
      const sums = byDay.get(day) ?? new Array<number>(QUARTERS_PER_DAY).fill(0);
      return {
        owner_id: owner,
        day,
        quarters: sums.map((count, quarter) => count + (quarters.get(quarter) ?? 0)),
      };
    });
    await upsertRows(tx, MediaDayEntity, rows, ['owner_id', 'day']);
  }
}

async function addToCounts(
  tx: EntityManager,
  owner: string,
  differences: readonly CountDifference[],
): Promise<void> {
  const rows = differences.map((_, at) => `($1, $${3 * at + 2}, $${3 * at + 3}, $${3 * at + 4})`);
  await tx.query(
    `INSERT INTO media_counts (owner_id, kind, value, count) VALUES ${rows.join(', ')} ` +
      'ON CONFLICT (owner_id, kind, value) DO UPDATE SET count = media_counts.count + excluded.count',
    [owner, ...differences.flatMap(({ kind, value, count }) => [kind, value, count])],
  );
}

const isCounted = (item: MediaItem | null): boolean => item?.asset.trashed_at === null;
