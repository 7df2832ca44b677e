import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity';
import type { Plain } from '../plain';
import type { DeleteResult, UpdateResult } from 'typeorm';

/**
 * Casts a row for TypeORM's insert and update, whose parameter type rejects JSON columns because it takes them for
 * relations. The value is unchanged.
 */
export function row<Entity extends object>(
  values: Partial<Plain<Entity>>,
): QueryDeepPartialEntity<Entity> {
  return values as QueryDeepPartialEntity<Entity>;
}

/** How many rows a write changed. Throws for a driver that doesn't report it. */
export function affectedRows(result: UpdateResult | DeleteResult): number {
  const count = result.affected;
  if (count === undefined || count === null) throw new Error('the driver reported no row count');
  return count;
}
