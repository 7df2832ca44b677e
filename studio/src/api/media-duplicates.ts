import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from './client';

const PAGE = 20;

/** Groups of media that look alike. */
export const useDuplicates = () =>
  useInfiniteQuery({
    queryKey: ['media', 'duplicates'],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) };
      return api.get('/api/media/duplicates', { params: { query }, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  });

/** One stays and takes over tags, rating and places of the others, which go to the trash. */
export const mergeDuplicates = (keep: string, merge: readonly string[]) =>
  api.post('/api/media/duplicates/resolve', { body: { keep, merge: [...merge] } });

/** Keeps all of them, and records that they are not duplicates of each other. */
export const keepAllDuplicates = (distinct: readonly string[]) =>
  api.post('/api/media/duplicates/resolve', { body: { distinct: [...distinct] } });
