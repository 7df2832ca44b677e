import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Database } from 'sqlite3';
import { DataSource, type EntityManager } from 'typeorm';
import { AsyncVariable } from '../async-variable';
import { requestContext } from '../http/request-context';
import { Slots } from '../slots';
import { asDiskError, DiskFull } from '../errors/disk-full';
import {
  DatabaseProblems,
  DatabaseUnusable,
  mayHaveCommitted,
  OutcomeUnknown,
} from './database-problems';

/** An open transaction, for callers that only pass it on to a repository. */
export type Transaction = EntityManager;

/** How a transaction is committed. */
export interface CommitOptions {
  /**
   * `false`: not flushed to the disk. A later power failure may undo it, a killed process doesn't; the next flushed
   * transaction flushes it, too. For what can be found out again, such as the progress of a job on a node.
   */
  readonly flush?: boolean;
}

interface OpenTransaction {
  readonly tx: EntityManager;
  readonly lastWrites: (() => Promise<void>)[];
  readonly effects: (() => void)[];
  readonly failureEffects: (() => void)[];
  /** Committed or rolled back; work that still runs in its async context is no longer part of it. */
  ended: boolean;
}

const DISK_FULL = 'The disk of the database is full: writes that need more space are refused.';

const transactionContext = new AsyncVariable<OpenTransaction>();

/**
 * The only way to write to the database. Every write, single statements too, happens inside `run`, because
 * TypeORM shares ONE SQLite connection, so statements of other requests would become part of an open transaction.
 * Inside `work` only database awaits: no HTTP, no files, no sleeping.
 */
@Injectable()
export class WriteGate {
  private readonly logger = new Logger('Database');
  private readonly turns = new Slots(1);
  /** Whether SQLite flushes commits now; unknown before the first one. */
  private isFlushing: boolean | undefined;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly problems = new DatabaseProblems(),
  ) {}

  /**
   * Runs `work` in a transaction of its own, one at a time on SQLite and in parallel on PostgreSQL. On SQLite, the owners
   * of requests and the service itself take turns. Called inside a running `work`, it joins that transaction with its
   * options. Rolls back when `work` throws. Throws what that throws, `DiskFull`, `DatabaseUnusable` and `OutcomeUnknown`.
   */
  run<T>(
    work: (tx: EntityManager) => Promise<T>,
    { flush = true }: CommitOptions = {},
  ): Promise<T> {
    const running = this.currentTransaction();
    if (running) return work(running.tx);
    const runTransaction = (): Promise<T> => this.reported(() => this.transaction(work, flush));
    if (!this.isSqlite) return runTransaction();
    return this.turns.run(runTransaction, requestContext.getStore()?.owner);
  }

  /** Runs `write` as the last statements of the outermost transaction. Throws outside of one. */
  beforeCommit(write: () => Promise<void>): void {
    const running = this.currentTransaction();
    if (!running) throw new Error('no transaction is running');
    running.lastWrites.push(write);
  }

  /** Runs `effect` once the outermost transaction has committed; never when it rolled back. */
  afterCommit(effect: () => void): void {
    const running = this.currentTransaction();
    if (running) running.effects.push(effect);
    else effect();
  }

  /**
   * Runs `effect` once the outermost transaction has ended, even if it failed: a commit whose answer got lost may have
   * succeeded. For caches, which are filled again afterwards.
   */
  afterEnd(effect: () => void): void {
    this.currentTransaction()?.failureEffects.push(effect);
    this.afterCommit(effect);
  }

  /** Refuses while the database file is gone: what would be written now would be lost at the end of the process. */
  private async reported<T>(transaction: () => Promise<T>): Promise<T> {
    if (this.problems.has('file')) throw new DatabaseUnusable();
    try {
      const result = await transaction();
      this.problems.solved('statement');
      return result;
    } catch (error) {
      const shown = asDiskError(error);
      if (!(shown instanceof DiskFull)) throw this.problems.report(error);
      // The disk of a PostgreSQL is not the one whose free space is watched.
      if (shown !== error) this.problems.add('statement', DISK_FULL);
      throw shown;
    }
  }

  private get isSqlite(): boolean {
    return this.source.options.type === 'sqlite';
  }

  private currentTransaction(): OpenTransaction | null {
    const running = transactionContext.getStore();
    return running?.tx.connection === this.source && !running.ended ? running : null;
  }

  private async transaction<T>(
    work: (tx: EntityManager) => Promise<T>,
    flush: boolean,
  ): Promise<T> {
    const effects: (() => void)[] = [];
    const failureEffects: (() => void)[] = [];
    const inside = async (tx: EntityManager): Promise<T> => {
      const open: OpenTransaction = { tx, lastWrites: [], effects, failureEffects, ended: false };
      try {
        return await transactionContext.run(open, async () => {
          const result = await work(tx);
          for (const write of open.lastWrites) await write();
          return result;
        });
      } finally {
        open.ended = true;
      }
    };
    try {
      const result = await (this.isSqlite
        ? this.sqliteTransaction(inside, flush)
        : this.source.transaction(async (tx) => {
            if (!flush) await tx.query('SET LOCAL synchronous_commit TO OFF');
            return inside(tx);
          }));
      this.runEffects(effects);
      return result;
    } catch (error) {
      this.runEffects(failureEffects);
      throw !this.isSqlite && mayHaveCommitted(error) ? new OutcomeUnknown(error) : error;
    }
  }

  /**
   * Not with TypeORM's `transaction`, which counts nested transactions: SQLite itself rolls back when the disk is
   * full, so the count would stay above zero, and later commits would only release savepoints.
   */
  private async sqliteTransaction<T>(
    inside: (tx: EntityManager) => Promise<T>,
    flush: boolean,
  ): Promise<T> {
    const runner = this.source.createQueryRunner();
    const { manager } = runner;
    const mode = `PRAGMA synchronous = ${flush ? 'FULL' : 'NORMAL'}; `;
    const begin = `${this.isFlushing === flush ? '' : mode}BEGIN IMMEDIATE`;
    this.isFlushing = undefined;
    await executeAll((await runner.connect()) as Database, begin);
    this.isFlushing = flush;
    try {
      const result = await inside(manager);
      await manager.query('COMMIT');
      return result;
    } catch (error) {
      // Fails if SQLite has rolled back already.
      await manager.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /**
   * Outside of the transaction's context, so that writes started by an effect don't join the ended transaction. A failing
   * effect must neither fail a committed write nor stop the other effects.
   */
  private runEffects(effects: readonly (() => void)[]): void {
    transactionContext.exit(() => {
      for (const effect of effects)
        try {
          effect();
        } catch (error) {
          this.logger.error({ err: error }, 'an effect after a transaction failed');
        }
    });
  }
}

/** Sends several statements in one call, because each call is a trip to the thread pool. */
const executeAll = (database: Database, statements: string): Promise<void> =>
  new Promise((resolve, reject) => {
    database.exec(statements, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });

/**
 * Runs transactions with the same `subject` one after another. On SQLite the write gate does that already; on
 * PostgreSQL it takes a transaction-scoped advisory lock. Call it as the first statement.
 */
export async function acquireTransactionLock(tx: EntityManager, subject: string): Promise<void> {
  if (tx.connection.options.type !== 'postgres') return;
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [subject]);
}
