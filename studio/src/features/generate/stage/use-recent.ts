import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../api/client';
import { cursorPages } from '../../../api/pages';
import { asTiles, type MediaTile } from '../../../api/types';

const PAGE = 60;
/** Further back is the Gallery: the strip stays light. */
const MAX_PAGES = 5;

/** The newest generated media. */
export function useRecent() {
  const query = useInfiniteQuery({
    queryKey: ['media', 'recent'],
    ...cursorPages(PAGE, (page, signal) =>
      api.get('/api/media', {
        params: { query: { ...page, view: 'tile', source: 'generated' } },
        signal,
      }),
    ),
    getNextPageParam: ({ next_cursor }, pages) =>
      pages.length < MAX_PAGES ? next_cursor : undefined,
  });
  const tiles = useMemo(
    (): readonly MediaTile[] => query.data?.pages.flatMap(({ items }) => asTiles(items)) ?? [],
    [query.data],
  );
  return { ...query, tiles };
}
