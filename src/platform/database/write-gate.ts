import type { EntityManager } from 'typeorm';

/** An open transaction: what runs with it commits or rolls back as one. A type for callers that only pass it on. */
export type Transaction = EntityManager;

/**
 * The one way to write. Every write, single statements too, happens inside `run` (architecture §5):
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
