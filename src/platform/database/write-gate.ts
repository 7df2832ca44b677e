import type { EntityManager } from 'typeorm';

/** An open transaction, for callers that only pass it on to a repository. */
export type Transaction = EntityManager;

/**
 * The only way to write to the database. Every write, single statements too, happens inside `run`, because
 * TypeORM shares ONE SQLite connection, so statements of other requests would become part of an open transaction.
 * Inside `work` only database awaits: no HTTP, no files, no sleeping.
 */
export abstract class WriteGate {
  /**
   * Runs `work` in a transaction of its own, one at a time on SQLite. Re-entrant: called inside a running `work` it
   * joins that transaction. Rolls back when `work` throws. Throws what that throws, and `DiskFull`.
   */
  abstract run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T>;
  /** Runs `effect` once the outermost transaction has committed; never when it rolled back. */
  abstract afterCommit(effect: () => void): void;
}
