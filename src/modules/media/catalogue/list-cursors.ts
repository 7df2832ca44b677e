import { encodeCursor, invalidCursor, type PagePosition } from '../../../platform/http/paging';
import type { MediaAsset } from '../entities/media-asset.entity';
import { type MediaSort, sortValue } from './media-list.repository';

/** The cursor of a list in this order that continues after an asset. */
export const cursorAfter =
  (sort: MediaSort) =>
  (asset: MediaAsset): PagePosition => ({
    sort: sortValue(asset, sort),
    id: `${sort} ${asset.path}`,
  });

/**
 * The sort value and path that a cursor continues after.
 *
 * @throws ValidationFailed if the cursor is of a list in another order
 */
export function readCursor({ sort: value, id }: PagePosition, sort: MediaSort): PagePosition {
  const prefix = `${sort} `;
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value);
  if (!id.startsWith(prefix) || isNumber === (sort === 'name')) throw invalidCursor();
  return { sort: value, id: id.slice(prefix.length) };
}

/**
 * The cursors at which the pages of a list by time of creation begin; the first is empty.
 * @param filters of the list, see `filterMark`
 */
export const pageCursors = (
  positions: readonly number[],
  pageSize: number,
  filters: string,
): string[] =>
  positions.flatMap((_, index) => {
    if (index % pageSize !== 0) return [];
    const before = positions[index - 1];
    return [before === undefined ? '' : encodeCursor({ sort: before, id: 'created_at ' }, filters)];
  });
