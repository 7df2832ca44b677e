import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query';

/** The largest page of a list. */
const LARGEST_PAGE = 200;

type Cursor = string | undefined;

/** Which part of a list to ask for. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor: Cursor;
}

interface Page {
  readonly next_cursor: string | null;
}

/** What an infinite query needs to read one page after another. */
export const cursorPages = <P extends Page>(
  limit: number,
  get: (page: PageQuery, signal: AbortSignal) => Promise<P>,
) => ({
  queryFn: ({ pageParam, signal }: QueryFunctionContext<QueryKey, Cursor>) =>
    get({ limit, cursor: pageParam }, signal),
  initialPageParam: undefined as Cursor,
  getNextPageParam: ({ next_cursor }: P) => next_cursor,
});

/** All items of a list, read page by page. */
export async function allItems<Item>(
  get: (page: PageQuery) => Promise<Page & { readonly items: readonly Item[] }>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: Cursor;
  do {
    const page = await get({ limit: LARGEST_PAGE, cursor });
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
