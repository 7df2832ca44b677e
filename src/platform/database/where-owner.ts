import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

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
