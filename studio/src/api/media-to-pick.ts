import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from './client';

const PAGE = 60;

/** Files of the library to choose from, newest first, that have all words of the query. */
export const useMediaToPick = (kind: 'image' | 'video' | 'audio', q: string) =>
  useInfiniteQuery({
    queryKey: ['media', 'picker', kind, q],
    queryFn: ({ pageParam, signal }) =>
      api.get('/api/media', {
        params: {
          query: {
            type: kind,
            view: 'tile',
            limit: PAGE,
            ...(q !== '' && { q }),
            ...(pageParam !== '' && { cursor: pageParam }),
          },
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
