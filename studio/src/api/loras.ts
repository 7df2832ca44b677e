import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './client';

const PAGE = 200;

/** LoRAs whose name, title or triggers have all words of the query. */
export const useLoras = (q: string, { enabled }: { readonly enabled: boolean }) =>
  useQuery({
    queryKey: ['loras', q],
    queryFn: async ({ signal }) => {
      const query = { limit: PAGE, ...(q !== '' && { q }) };
      return (await api.get('/api/loras', { params: { query }, signal })).items;
    },
    placeholderData: keepPreviousData,
    enabled,
  });
