import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity';
import type { Plain } from '../plain';

/**
 * A row as TypeORM's insert and update take it. TypeORM's own type treats JSON columns as relations and refuses them; the
 * value is unchanged.
 */
export function row<Entity extends object>(
  values: Partial<Plain<Entity>>,
): QueryDeepPartialEntity<Entity> {
  return values as QueryDeepPartialEntity<Entity>;
}
