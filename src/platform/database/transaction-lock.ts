import type { EntityManager } from 'typeorm';

/**
 * Runs transactions with the same `subject` one after another. On SQLite the write gate does that already; on
 * PostgreSQL it takes a transaction-scoped advisory lock. Call it as the first statement.
 */
export async function acquireTransactionLock(tx: EntityManager, subject: string): Promise<void> {
  if (tx.connection.options.type !== 'postgres') return;
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [subject]);
}
