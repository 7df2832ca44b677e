import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

export type ReadRows<E extends ObjectLiteral> = (
  query: SelectQueryBuilder<E>,
) => Promise<Record<string, unknown>[]>;

/**
 * Some columns of the rows that a query finds, with the values that the entity would have. For lists: TypeORM's way from
 * rows to entities takes more time than the statement.
 * @param instead SQL for columns that are read in another form
 * @param read runs the query
 */
export async function plainRows<E extends ObjectLiteral, K extends keyof E & string>(
  query: SelectQueryBuilder<E>,
  names: readonly K[],
  instead: Partial<Record<K, string>> = {},
  read: ReadRows<E> = (rowsOf) => rowsOf.getRawMany(),
): Promise<Pick<E, K>[]> {
  const { driver } = query.connection;
  const metadata = query.expressionMap.mainAlias?.metadata;
  const columns = names.flatMap((name) => metadata?.findColumnWithPropertyName(name) ?? []);
  query.select([]);
  for (const name of names) query.addSelect(instead[name] ?? `${query.alias}.${name}`, name);
  const rows = await read(query);
  return rows.map((row) => {
    for (const column of columns)
      row[column.propertyName] = driver.prepareHydratedValue(row[column.propertyName], column);
    return row as Pick<E, K>;
  });
}
