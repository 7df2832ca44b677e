import type { EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ReadConnection } from './read-connection';

/**
 * Restricts a query to the rows of an owner, which have a column `owner_id`.
 * @param ownerId internal id; `null` for rows without an owner, `undefined` for those of all owners
 */
export function whereOwner<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  ownerId: string | null | undefined,
): SelectQueryBuilder<Row> {
  if (ownerId === undefined) return query;
  const column = `${query.alias}.owner_id`;
  return ownerId === null
    ? query.andWhere(`${column} IS NULL`)
    : query.andWhere(`${column} = :ownerId`, { ownerId });
}

/**
 * Internal ids of all who own rows of an entity.
 * @param column has the owner's internal id; null or empty for rows without an owner
 */
export async function ownersOf(
  read: ReadConnection,
  entity: EntityTarget<ObjectLiteral>,
  column: 'owner_id' | 'owner' = 'owner_id',
): Promise<string[]> {
  const rows = await read.manager
    .createQueryBuilder(entity, 'owned')
    .select(`DISTINCT owned.${column}`, 'owner')
    .where(`owned.${column} <> ''`)
    .getRawMany<{ owner: string }>();
  return rows.map(({ owner }) => owner);
}
