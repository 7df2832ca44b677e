import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Page, type PageRequest, toPage } from '../http/paging';

/**
 * A page of rows, newest first.
 * @param time the column that says how new a row is
 * @param id the column that orders rows of the same time
 */
export async function newestPage<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  request: PageRequest,
  time: keyof Row & string = 'created_at',
  id: keyof Row & string = 'id',
): Promise<Page<Row>> {
  const total = request.withTotal ? await query.getCount() : undefined;
  const columns = [time, id].map((column) => `${query.alias}.${column}`);
  for (const column of columns) query.addOrderBy(column, 'DESC');
  if (request.after) query.andWhere(`(${columns.join(', ')}) < (:sort, :id)`, { ...request.after });
  const rows = await query.limit(request.limit + 1).getMany();
  const position = (row: Row) => ({ sort: row[time] as string, id: row[id] as string });
  return toPage(rows, request, { position, item: (row) => row, total });
}
