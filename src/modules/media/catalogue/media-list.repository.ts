import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { BoundedReads, type Statement } from '../../../platform/database/bounded-reads';
import { ReadConnection } from '../../../platform/database/read-connection';
import type { PagePosition } from '../../../platform/http/paging';
import { type MediaAsset, MediaAssetEntity } from '../entities/media-asset.entity';
import { FACET_KINDS, type FacetKind } from '../index/media-counts';
import type { FacetCount } from '../index/media-counts.repository';
import type { MediaExpression } from '../index/media-expression';
import { MediaIndexRepository, type PositionWindow } from '../index/media-index.repository';

/** What lists can be ordered by: the newest, best or largest first, names from A to Z. */
export const MEDIA_SORTS = ['created_at', 'rating', 'name', 'size'] as const;
export type MediaSort = (typeof MEDIA_SORTS)[number];

/** Counting stops here: beyond it, a number says as much as "many". */
export const MAX_COUNTED = 10_000;

/**
 * On PostgreSQL, a page is first looked for among the first rows of its order, this many for each row of the page: counting the
 * matches first takes far longer. SQLite counts faster than it looks rows up.
 */
const FIRST_ROWS_PER_RESULT = 6;

const SORTED = {
  rating: { direction: 'DESC', beyond: '<' },
  size: { direction: 'DESC', beyond: '<' },
  name: { direction: 'ASC', beyond: '>' },
} as const;

/** The value that a list of this order continues after. */
export const sortValue = (asset: MediaAsset, sort: MediaSort): string | number =>
  ({
    created_at: asset.position,
    rating: asset.rating,
    size: asset.size_bytes,
    name: asciiLower(asset.name),
  })[sort];

/** As `lower()` on SQLite, and on PostgreSQL with the collation "C". */
const asciiLower = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

interface Found {
  /** `null` in the only row: there are too many matches to sort them. */
  readonly position: string | number | null;
}

/** How many match, up to {@link MAX_COUNTED}. */
export interface Count {
  readonly count: number;
  /** The count stopped: there are more. */
  readonly capped: boolean;
}

export interface AssetShape {
  readonly position: number;
  /** Width divided by height in hundredths, 100 where unknown. */
  readonly ratio: number;
}

/** Lists of assets, found by the index. Each is a fixed number of statements, whatever the size of the library. */
@Injectable()
export class MediaListRepository {
  constructor(
    private readonly read: ReadConnection,
    private readonly reads: BoundedReads,
    private readonly index: MediaIndexRepository,
  ) {}

  /** In the order of creation: the newest first or, with `after`, the oldest first. */
  async window(expression: MediaExpression, window: PositionWindow): Promise<MediaAsset[]> {
    return this.assets(await this.index.positions(expression, window));
  }

  /** In another order, ties by path. */
  async sorted(
    expression: MediaExpression,
    sort: Exclude<MediaSort, 'created_at'>,
    { after, limit }: { readonly after: PagePosition | null; readonly limit: number },
  ): Promise<MediaAsset[]> {
    const { direction, beyond } = SORTED[sort];
    const by = this.sortColumn(sort);
    const order = `ORDER BY ${by} ${direction}, asset.path ${direction} LIMIT`;
    const rest = after ? `(${by}, asset.path) ${beyond} (:value, :path)` : 'TRUE';
    const page = (rows: string, condition: string): string =>
      `SELECT asset.position AS position FROM ${rows} WHERE ${condition} AND ${rest} ${order} ${limit}`;
    const read = (sql: string, { parameters }: Statement): Promise<Found[]> => {
      const values = { ...parameters, ...(after && { value: after.sort, path: after.id }) };
      return this.reads.rows<Found>(expression.turnOwner, { sql, parameters: values });
    };
    const assets = (found: readonly Found[]): Promise<MediaAsset[]> =>
      this.assets(found.map(({ position }) => Number(position)));

    const holds = this.index.holds(expression, 'asset.position');
    if (this.isPostgres) {
      const first = `(SELECT asset.* FROM media_assets asset WHERE ${rest} ${order} ${limit * FIRST_ROWS_PER_RESULT}) asset`;
      const found = await read(page(first, holds.sql), holds);
      if (found.length === limit) return assets(found);
    }
    // Few matches are sorted. Where there are many, the rows are read along the order's index, which soon has a page of matches.
    const matching = this.index.select(expression);
    const fewCondition = `(SELECT COUNT(*) FROM matching) < ${MAX_COUNTED}`;
    const few = await read(
      `WITH matching AS MATERIALIZED (${matching.sql} LIMIT ${MAX_COUNTED}) SELECT position FROM ` +
        `(${page('matching CROSS JOIN media_assets asset', `asset.position = matching.position AND ${fewCondition}`)}) few ` +
        `UNION ALL SELECT NULL WHERE NOT ${fewCondition}`,
      matching,
    );
    if (few[0]?.position !== null) return assets(few);
    return assets(await read(page('media_assets asset', holds.sql), holds));
  }

  /** The newest that people have included in training datasets. */
  async forTraining(expression: MediaExpression, limit: number): Promise<MediaAsset[]> {
    const matching = await this.matching(expression);
    const rows = await this.reads.rows<{ position: string | number }>(expression.turnOwner, {
      sql:
        `SELECT asset.position AS position FROM media_assets asset WHERE ${matching.sql} ` +
        `AND asset.included_in_training_dataset ORDER BY asset.position DESC LIMIT ${limit}`,
      parameters: matching.parameters,
    });
    return this.assets(rows.map((row) => Number(row.position)));
  }

  /** How many match. `window` limits to those before or after a position. */
  async count(expression: MediaExpression, window: Partial<PositionWindow> = {}): Promise<Count> {
    const found = await this.index.count(expression, { ...window, limit: MAX_COUNTED + 1 });
    return { count: Math.min(found, MAX_COUNTED), capped: found > MAX_COUNTED };
  }

  /** Exactly how many match below a position, however long it takes. */
  async countAll(expression: MediaExpression, before: number): Promise<number> {
    return this.index.count(expression, { before, limit: Number.MAX_SAFE_INTEGER });
  }

  /** Positions of the newest matches. */
  async positions(expression: MediaExpression, window: PositionWindow): Promise<number[]> {
    return this.index.positions(expression, window);
  }

  /** Positions and aspect ratios of the newest matches. */
  async shapes(expression: MediaExpression, window: PositionWindow): Promise<AssetShape[]> {
    const { sql, parameters } = this.index.select(expression, window);
    const rows = await this.reads.rows<Record<'position' | 'width' | 'height', string | number>>(
      expression.turnOwner,
      {
        sql:
          `SELECT asset.position AS position, asset.width AS width, asset.height AS height FROM (${sql}) matching ` +
          'JOIN media_assets asset ON asset.position = matching.position ORDER BY asset.position DESC',
        parameters,
      },
    );
    return rows.map(({ position, width, height }) => ({
      position: Number(position),
      ratio: width && height ? Math.round((100 * Number(width)) / Number(height)) : 100,
    }));
  }

  /** Counts of values over the newest {@link MAX_COUNTED} matches, the most frequent first, at most `limit` of each. */
  async facets(
    expression: MediaExpression,
    limit: number,
  ): Promise<Record<FacetKind, FacetCount[]>> {
    const newest = this.index.select(expression, { limit: MAX_COUNTED });
    const { turnOwner } = expression;
    const columns = await this.columnCounts(turnOwner, newest);
    const rows = [...columns, ...(await this.labelCounts(turnOwner, newest))];
    const facets = Object.fromEntries(FACET_KINDS.map((kind) => [kind, [] as FacetCount[]]));
    for (const { kind, value, count } of rows) facets[kind]?.push({ value, count: Number(count) });
    for (const counts of Object.values(facets)) counts.sort(byCount).splice(limit);
    return facets as Record<FacetKind, FacetCount[]>;
  }

  /**
   * Rows of an expression for an order other than that of creation. Few matches are sorted; for many, the order's own
   * index is read until there are enough.
   */
  private async matching(expression: MediaExpression): Promise<Statement> {
    if ((await this.count(expression)).capped)
      return this.index.holds(expression, 'asset.position');
    const { sql, parameters } = this.index.select(expression);
    return { sql: `asset.position IN (${sql})`, parameters };
  }

  private sortColumn(sort: keyof typeof SORTED): string {
    if (sort === 'rating') return 'asset.rating';
    if (sort === 'size') return 'asset.size_bytes';
    return this.isPostgres ? 'lower(asset.name COLLATE "C")' : 'lower(asset.name)';
  }

  private get isPostgres(): boolean {
    return this.read.manager.connection.options.type === 'postgres';
  }

  /** Those that exist, in the order of `positions`. */
  async assets(positions: readonly number[]): Promise<MediaAsset[]> {
    if (positions.length === 0) return [];
    const where = { position: In([...positions]) };
    const assets = await this.read.manager.findBy(MediaAssetEntity, where);
    const byPosition = new Map(assets.map((asset) => [asset.position, asset]));
    return positions.flatMap((position) => byPosition.get(position) ?? []);
  }

  // Cross joins, so that SQLite begins with the matches, in their order: looked up in any order, they take a third longer.
  private async columnCounts(
    turnOwner: string,
    { sql, parameters }: Statement,
  ): Promise<CountRow[]> {
    const rows = await this.reads.rows<
      Record<ColumnFacet, string | number | null> & { count: string }
    >(turnOwner, {
      sql:
        `SELECT type, project, workflow, rating, COUNT(*) AS count FROM (${sql}) newest ` +
        'CROSS JOIN media_assets asset WHERE asset.position = newest.position GROUP BY type, project, workflow, rating',
      parameters,
    });
    const sums = new Map<string, CountRow>();
    for (const { count, ...values } of rows)
      for (const kind of COLUMN_FACETS) {
        const { [kind]: value } = values;
        if (value === null) continue;
        const sum = sums.get(`${kind} ${value}`)?.count ?? 0;
        sums.set(`${kind} ${value}`, {
          kind,
          value: value.toString(),
          count: Number(sum) + Number(count),
        });
      }
    return [...sums.values()];
  }

  private async labelCounts(
    turnOwner: string,
    { sql, parameters }: Statement,
  ): Promise<CountRow[]> {
    return this.reads.rows<CountRow>(turnOwner, {
      sql:
        `SELECT kind, value, COUNT(*) AS count FROM (${sql}) newest CROSS JOIN media_labels label ` +
        "WHERE label.position = newest.position AND kind <> 'dataset' GROUP BY kind, value",
      parameters,
    });
  }
}

const COLUMN_FACETS = ['type', 'project', 'workflow', 'rating'] as const;
type ColumnFacet = (typeof COLUMN_FACETS)[number];

interface CountRow {
  readonly kind: FacetKind;
  readonly value: string;
  readonly count: string | number;
}

const byCount = (a: FacetCount, b: FacetCount): number =>
  b.count - a.count || (a.value < b.value ? -1 : 1);
