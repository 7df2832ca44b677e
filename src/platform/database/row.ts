import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity';
import type { Plain } from '../plain';

/**
 * A row as TypeORM's insert and update take it. Their own type looks into JSON columns as if they were relations and
 * refuses them; the value is the same.
 */
export function row<Entity extends object>(
  values: Partial<Plain<Entity>>,
): QueryDeepPartialEntity<Entity> {
  return values as QueryDeepPartialEntity<Entity>;
}
