import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { plainRows, type ReadRows } from './plain-rows';
import { type Page, type PageRequest, toPage } from '../http/paging';

/**
 * A page of rows, newest first.
 * @param time the column that says how new a row is
 * @param id the column that orders rows of the same time
 * @param read runs the queries of a search, whose cost depends on its words
 */
export async function newestPage<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  request: PageRequest,
  time: keyof Row & string = 'created_at',
  id: keyof Row & string = 'id',
  read?: ReadRows<Row>,
): Promise<Page<Row>> {
  const total = request.withTotal ? await countOf(query, read) : undefined;
  const columns = [time, id].map((column) => `${query.alias}.${column}`);
  for (const column of columns) query.addOrderBy(column, 'DESC');
  if (request.after) query.andWhere(`(${columns.join(', ')}) < (:sort, :id)`, { ...request.after });
  query.limit(request.limit + 1);
  const rows = read ? await wholeRows(query, read) : await query.getMany();
  const position = (row: Row) => ({ sort: row[time] as string, id: row[id] as string });
  return toPage(rows, request, { position, item: (row) => row, total });
}

async function countOf<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  read: ReadRows<Row> | undefined,
): Promise<number> {
  if (!read) return query.getCount();
  const [row] = await read(query.clone().select('COUNT(*)', 'count'));
  return Number(row?.['count']);
}

async function wholeRows<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  read: ReadRows<Row>,
): Promise<Row[]> {
  const columns = query.expressionMap.mainAlias?.metadata.columns ?? [];
  const names = columns.map(({ propertyName }) => propertyName);
  return (await plainRows(query, names, {}, read)) as Row[];
}
