import { type EntityTarget, type FindOptionsWhere, IsNull } from 'typeorm';
import type { Plain } from '../plain';
import { row } from './row';
import { acquireTransactionLock, type Transaction } from './write-gate';

interface Cap<Entity> {
  readonly cap: number;
  /** Which rows of the owner count; by default all. */
  readonly counted?: FindOptionsWhere<Entity>;
  /** Written with the row. */
  readonly also?: (tx: Transaction) => Promise<void>;
}

/**
 * Inserts a row unless its owner has `cap` of them, however many are inserted at once.
 * @returns whether it was inserted
 */
export async function insertBelowCap<Entity extends { owner_id: string | null }>(
  tx: Transaction,
  entity: EntityTarget<Entity>,
  values: Plain<Entity>,
  { cap, counted, also }: Cap<Entity>,
): Promise<boolean> {
  const { owner_id } = values;
  const { tableName } = tx.connection.getMetadata(entity);
  await acquireTransactionLock(tx, `${tableName} of ${owner_id ?? ''}`);
  const ofOwner = { ...counted, owner_id: owner_id ?? IsNull() } as FindOptionsWhere<Entity>;
  if ((await tx.countBy(entity, ofOwner)) >= cap) return false;
  await tx.insert(entity, row(values));
  await also?.(tx);
  return true;
}
