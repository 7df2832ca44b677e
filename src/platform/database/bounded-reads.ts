import type { OnApplicationShutdown } from '@nestjs/common';
import { OPEN_READONLY } from 'sqlite3';
import type { EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { codedError } from '../errors/app-error';
import { requestContext } from '../http/request-context';
import { Slots } from '../slots';
import type { ReadConnection } from './read-connection';
import { SqliteHandle } from './sqlite-handle';

/** SQL and the values that its `:names` stand for. */
export interface Statement {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * Cost of a random page read, relative to a sequential one. With PostgreSQL's default of 4, for hard disks, it would read a large
 * table rather than use the index.
 */
const RANDOM_PAGE_COST = 1.1;

/**
 * Kilobytes of SQLite's pages that each connection keeps in memory. With a million media, the inner pages of the indexes alone
 * take more than the default of 2,000; counts of a thousand media took half as long again.
 */
const SQLITE_CACHE_KB = 16_000;

/**
 * PostgreSQL's limits of this transaction, and the number of its process, which ends the statement. No parallel workers: to
 * start one takes longer than most of these reads, and a read must not take several cores from others. No compilation: it takes
 * 0.1 s, and PostgreSQL compiles what would be costly if all of it ran.
 */
const PREPARE =
  "SELECT set_config('statement_timeout', $1, true), set_config('random_page_cost', $2, true), " +
  "set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true), pg_backend_pid() AS pid";

/** How often it is checked whether a statement must end. Milliseconds. */
const CHECK_INTERVAL_MS = 50;

const MAX_PARALLEL = 2;
export const BOUNDED_READ_MS = 10_000;

export class QueryTooCostly extends codedError({
  code: 'query_too_costly',
  status: 422,
  meaning:
    'The search took the database too long and was ended. Search for fewer or longer words, or narrow the list by other filters.',
}) {
  constructor(cause: unknown) {
    super(
      `The search took longer than ${BOUNDED_READ_MS / 1000} s and was ended. Send fewer or longer words, or more filters.`,
      { cause },
    );
  }
}

/** Codes of SQLite and PostgreSQL for a statement that was ended from outside. */
const ENDED = new Set(['SQLITE_INTERRUPT', '57014']);

type Query = readonly [sql: string, values: readonly unknown[]];

/**
 * Reads whose cost depends on what a caller asks for: on connections of their own, so that no other read waits for
 * them, in turns of their owners, and with a time limit. A read ends at once when the client of its request is gone.
 */
export class BoundedReads implements OnApplicationShutdown {
  private readonly slots = new Slots(MAX_PARALLEL, { perOwner: 1 });
  private readonly idle: SqliteHandle[] = [];

  constructor(
    private readonly read: Pick<ReadConnection, 'manager'>,
    private readonly limitMs = BOUNDED_READ_MS,
  ) {}

  /**
   * The rows of a statement.
   * @param turnOwner whose turn it takes: an owner's id, or empty
   * @throws QueryTooCostly, RequestAborted
   */
  async rows<T>(turnOwner: string, { sql, parameters }: Statement): Promise<T[]> {
    const { manager } = this.read;
    const { driver, options } = manager.connection;
    const [query, values] = driver.escapeQueryWithParameters(sql, { ...parameters }, {});
    const gone = requestContext.getStore()?.clientGone?.();
    const read = async (): Promise<T[]> => {
      try {
        return options.type === 'postgres'
          ? await this.readPostgres<T>(manager, [query, values], gone)
          : await this.readSqlite<T>(String(options.database), [query, values], gone);
      } catch (error) {
        gone?.throwIfAborted();
        const { code } = error as { readonly code?: string };
        throw code !== undefined && ENDED.has(code) ? new QueryTooCostly(error) : error;
      }
    };
    return this.slots.run(read, turnOwner, gone);
  }

  /** As {@link rows}, for a query of the query builder. */
  rowsOf(
    turnOwner: string,
    query: SelectQueryBuilder<ObjectLiteral>,
  ): Promise<Record<string, unknown>[]> {
    return this.rows(turnOwner, { sql: query.getQuery(), parameters: query.getParameters() });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((handle) => handle.close()));
  }

  private async readPostgres<T>(
    manager: EntityManager,
    [query, values]: Query,
    gone: AbortSignal | undefined,
  ): Promise<T[]> {
    return manager.transaction(async (tx) => {
      const limits = [String(this.limitMs), String(RANDOM_PAGE_COST)];
      const [process] = await tx.query<{ pid: number }[]>(PREPARE, limits);
      gone?.throwIfAborted();
      let ending: Promise<unknown> | undefined;
      // Again and again: a cancellation that arrives before the statement has no effect.
      const timer = setInterval(() => {
        if (gone?.aborted !== true) return;
        ending ??= manager
          .query('SELECT pg_cancel_backend($1)', [process?.pid])
          // If it fails, the statement runs until its time limit.
          .catch(() => undefined)
          .finally(() => (ending = undefined));
      }, CHECK_INTERVAL_MS);
      try {
        return await tx.query<T[]>(query, [...values]);
      } finally {
        clearInterval(timer);
        // Before the connection is used again: the next statement must not be ended.
        await ending;
      }
    });
  }

  private async readSqlite<T>(
    path: string,
    [query, values]: Query,
    gone: AbortSignal | undefined,
  ): Promise<T[]> {
    const handle = this.idle.pop() ?? (await openSqlite(path));
    const end = performance.now() + this.limitMs;
    // Again and again: while the statement waits for a thread, SQLite has nothing to interrupt.
    const timer = setInterval(() => {
      if (gone?.aborted === true || performance.now() >= end) handle.interrupt();
    }, CHECK_INTERVAL_MS);
    try {
      return await handle.rows<T>(query, values);
    } finally {
      clearInterval(timer);
      this.idle.push(handle);
    }
  }
}

async function openSqlite(path: string): Promise<SqliteHandle> {
  const handle = await SqliteHandle.open(path, OPEN_READONLY);
  await handle.execute(`PRAGMA cache_size = -${SQLITE_CACHE_KB}`);
  return handle;
}
