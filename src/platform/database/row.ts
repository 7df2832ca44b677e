import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity';
import type { Plain } from '../plain';

/**
 * Casts a row for TypeORM's insert and update, whose parameter type rejects JSON columns because it takes them for
 * relations. The value is unchanged.
 */
export function row<Entity extends object>(
  values: Partial<Plain<Entity>>,
): QueryDeepPartialEntity<Entity> {
  return values as QueryDeepPartialEntity<Entity>;
}
