import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Transaction } from './write-gate';

/** Rows per statement: SQLite takes 32,766 parameters, one per column. */
const MAX_ROWS = 500;

/** Inserts rows or overwrites those with the same `key`, however many there are. */
export async function upsertRows<T extends ObjectLiteral>(
  tx: Transaction,
  entity: EntityTarget<T>,
  rows: readonly T[],
  key: string[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += MAX_ROWS)
    await tx.upsert(entity, rows.slice(at, at + MAX_ROWS), key);
}
