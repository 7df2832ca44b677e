import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../api/client';
import { asTiles, type MediaTile } from '../../../api/types';

const PAGE = 60;
/** Further back is the Gallery: the strip stays light. */
const MAX_PAGES = 5;

/** The newest generated media. */
export function useRecent() {
  const query = useInfiniteQuery({
    queryKey: ['media', 'recent'],
    queryFn: ({ pageParam }) =>
      api.get('/api/media', {
        params: {
          query: {
            view: 'tile',
            source: 'generated',
            limit: PAGE,
            ...(pageParam !== '' && { cursor: pageParam }),
          },
        },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }, pages) =>
      pages.length < MAX_PAGES ? next_cursor : undefined,
  });
  const tiles = useMemo(
    (): readonly MediaTile[] => query.data?.pages.flatMap(({ items }) => asTiles(items)) ?? [],
    [query.data],
  );
  return { ...query, tiles };
}
