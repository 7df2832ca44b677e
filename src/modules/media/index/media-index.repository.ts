import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BoundedReads, type Statement } from '../../../platform/database/bounded-reads';
import type { MediaExpression } from './media-expression';
import type { WordSequence } from './index-words';
import { MAX_WANTED, newestMatches } from './newest-matches';
import { beginningsVector, postgresQueries, wordsVector } from './postgres-words';

/** The entry of an asset in the index. */
export interface IndexEntry {
  readonly position: number;
  /** Words and terms, with spaces between them. */
  readonly words: string;
}

/** Which positions to read, from the newest on or, with `after`, from the oldest on. */
export interface PositionWindow {
  /** Only positions below. */
  readonly before?: number | undefined;
  /** Only positions above. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/**
 * The full-text index of the library: one entry for each asset, with its words and with terms for everything that lists
 * filter by. So any combination of filters is one lookup, in the order of creation, whatever the size of the library.
 */
export abstract class MediaIndexRepository {
  constructor(private readonly reads: BoundedReads) {}

  /** Table and columns; both databases hold one row per asset. */
  protected abstract readonly table: string;
  protected abstract readonly position: string;
  protected abstract matches(expression: MediaExpression): Statement;

  abstract write(tx: EntityManager, entries: readonly IndexEntry[]): Promise<void>;

  async remove(tx: EntityManager, positions: readonly number[]): Promise<void> {
    if (positions.length === 0) return;
    await tx.query(
      `DELETE FROM ${this.table} WHERE ${this.position} IN (${positions.map(integer).join(', ')})`,
    );
  }

  /** SQL that selects the positions of an expression, as a column `position`. */
  select(expression: MediaExpression, window: Partial<PositionWindow> = {}): Statement {
    const { sql, parameters } = this.matches(expression);
    const direction = window.after === undefined ? 'DESC' : 'ASC';
    const order =
      window.limit === undefined
        ? ''
        : ` ORDER BY ${this.position} ${direction} LIMIT ${integer(window.limit)}`;
    return {
      sql:
        `SELECT ${this.position} AS position FROM ${this.table} ` +
        `WHERE ${[sql, ...this.bounds(expression, window)].join(' AND ')}${order}`,
      parameters,
    };
  }

  /** A condition on a column of positions that looks each of them up; for orders other than that of creation. */
  holds(expression: MediaExpression, column: string): Statement {
    const { sql, parameters } = this.select(expression);
    return { sql: `EXISTS (${sql} AND ${this.position} = ${column})`, parameters };
  }

  /** The positions of a window, in its order. */
  async positions(expression: MediaExpression, window: PositionWindow): Promise<number[]> {
    const rows = await this.reads.rows<{ position: string | number }>(
      expression.turnOwner,
      this.window(expression, window),
    );
    return rows.map(({ position }) => Number(position));
  }

  /** How many positions there are, up to `limit`. */
  async count(expression: MediaExpression, window: PositionWindow): Promise<number> {
    const { sql, parameters } = this.select(expression, window);
    const [row] = await this.reads.rows<{ count: string | number }>(expression.turnOwner, {
      sql: `SELECT COUNT(*) AS count FROM (${sql}) matching`,
      parameters,
    });
    return Number(row?.count ?? 0);
  }

  /** SQL that selects the positions of a window, in its order. */
  protected window(expression: MediaExpression, window: PositionWindow): Statement {
    return this.select(expression, window);
  }

  /** Conditions on the position. */
  protected bounds(
    { from, until }: MediaExpression,
    { before, after }: Partial<PositionWindow>,
  ): string[] {
    const bounds = [
      ['>=', from],
      ['<', until],
      ['<', before],
      ['>', after],
    ] as const;
    return bounds.flatMap(([operator, bound]) =>
      bound === undefined ? [] : [`${this.position} ${operator} ${integer(bound)}`],
    );
  }
}

/** A number as SQL. */
function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError('a position is a whole number');
  return String(value);
}

/** SQLite: FTS5 without a copy of the words; its rows are numbered by position. */
@Injectable()
export class SqliteMediaIndexRepository extends MediaIndexRepository {
  protected readonly table = 'media_words';
  protected readonly position = 'rowid';

  protected matches({ all, none }: MediaExpression): Statement {
    const phrase = ({ words, isPrefix }: WordSequence): string =>
      `"${words.join(' ')}"${isPrefix ? ' *' : ''}`;
    const wanted = `(${all.map(phrase).join(' AND ')})`;
    const unwanted = none.length === 0 ? '' : ` NOT (${none.map(phrase).join(' OR ')})`;
    return {
      sql: 'media_words MATCH :expression',
      parameters: { expression: wanted + unwanted },
    };
  }

  async write(tx: EntityManager, entries: readonly IndexEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map(() => '(?, ?)').join(', ');
    await tx.query(
      `INSERT OR REPLACE INTO media_words (rowid, words) VALUES ${rows}`,
      entries.flatMap(({ position, words }) => [position, words]),
    );
  }
}

/**
 * PostgreSQL: two columns in one GIN index. GIN collects all matches of `fox:*` before it looks at other words; so the beginnings
 * of words are looked up as words of their own, in a column of their own, which rows rarely have to read.
 */
@Injectable()
export class PostgresMediaIndexRepository extends MediaIndexRepository {
  protected readonly table = 'media_words';
  protected readonly position = 'position';

  protected matches(expression: MediaExpression): Statement {
    const { words, beginnings, comparison } = postgresQueries(expression);
    const conditions: string[] = [];
    if (words.length > 0) conditions.push('words @@ CAST(:words AS tsquery)');
    if (beginnings.length > 0) conditions.push('beginnings @@ CAST(:beginnings AS tsquery)');
    // In a function, so that it is not looked up in the index, nor counted as one more condition that leaves few rows.
    if (comparison.length > 0)
      conditions.push('coalesce(words @@ CAST(:comparison AS tsquery), false)');
    return {
      sql: conditions.join(' AND '),
      parameters: {
        words: words.join(' & '),
        beginnings: beginnings.join(' & '),
        comparison: comparison.join(' & '),
      },
    };
  }

  protected override window(expression: MediaExpression, window: PositionWindow): Statement {
    if (window.after !== undefined || window.limit > MAX_WANTED)
      return super.window(expression, window);
    const { sql, parameters } = this.matches(expression);
    const bounds = this.bounds(expression, window).join(' AND ') || 'TRUE';
    return { sql: newestMatches(sql, bounds, window.limit), parameters };
  }

  async write(tx: EntityManager, entries: readonly IndexEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map((_, index) => {
      const [position, words, beginnings] = [1, 2, 3].map((column) => `$${3 * index + column}`);
      return `(${position}, CAST(${words} AS tsvector), CAST(${beginnings} AS tsvector))`;
    });
    await tx.query(
      `INSERT INTO media_words (position, words, beginnings) VALUES ${rows.join(', ')} ` +
        'ON CONFLICT (position) DO UPDATE SET words = excluded.words, beginnings = excluded.beginnings',
      entries.flatMap(({ position, words }) => [
        position,
        wordsVector(words),
        beginningsVector(words),
      ]),
    );
  }
}
