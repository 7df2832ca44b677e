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

/** Internal ids of all who own rows of an entity, which have a column `owner_id`. */
export async function ownersOf(
  read: ReadConnection,
  entity: EntityTarget<ObjectLiteral>,
): Promise<string[]> {
  const rows = await read.manager
    .createQueryBuilder(entity, 'owned')
    .select('DISTINCT owned.owner_id', 'owner')
    .where('owned.owner_id IS NOT NULL')
    .getRawMany<{ owner: string }>();
  return rows.map(({ owner }) => owner);
}
