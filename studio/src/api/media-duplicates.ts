import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from './client';
import { cursorPages } from './pages';

const PAGE = 20;

/** Groups of media that look alike. */
export const useDuplicates = () =>
  useInfiniteQuery({
    queryKey: ['media', 'duplicates'],
    ...cursorPages(PAGE, (query, signal) =>
      api.get('/api/media/duplicates', { params: { query }, signal }),
    ),
  });

/** One stays and takes over tags, rating and places of the others, which go to the trash. */
export const mergeDuplicates = (keep: string, merge: readonly string[]) =>
  api.post('/api/media/duplicates/resolve', { body: { keep, merge: [...merge] } });

/** Keeps all of them, and records that they are not duplicates of each other. */
export const keepAllDuplicates = (distinct: readonly string[]) =>
  api.post('/api/media/duplicates/resolve', { body: { distinct: [...distinct] } });
