import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from './client';
import { cursorPages } from './pages';

const PAGE = 60;

/** Files of the library to choose from, newest first, that have all words of the query. */
export const useMediaToPick = (kind: 'image' | 'video' | 'audio', q: string) =>
  useInfiniteQuery({
    queryKey: ['media', 'picker', kind, q],
    ...cursorPages(PAGE, (page, signal) =>
      api.get('/api/media', {
        params: { query: { ...page, type: kind, view: 'tile', ...(q !== '' && { q }) } },
        signal,
      }),
    ),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
