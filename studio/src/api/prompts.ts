import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './client';

const PAGE = 50;

/** The caller's own earlier prompts that have all words of the query, newest first. */
export const useEarlierPrompts = (q: string, { enabled }: { readonly enabled: boolean }) =>
  useQuery({
    queryKey: ['prompts', q],
    queryFn: async ({ signal }) => {
      const query = { limit: PAGE, ...(q !== '' && { q }) };
      return (await api.get('/api/prompts', { params: { query }, signal })).items;
    },
    placeholderData: keepPreviousData,
    // Every submit adds one.
    staleTime: 0,
    enabled,
  });
