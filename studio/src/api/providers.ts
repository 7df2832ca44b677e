import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './client';

/** The nodes, as the service last saw them. */
export const useProviders = () =>
  useQuery({
    queryKey: ['providers'],
    queryFn: () => api.get('/api/providers', { params: { query: { limit: 200 } } }),
    // The event stream patches the page as the API answers it.
    select: ({ items }) => items,
  });

/** The name of a node; its id while names load, or once it is gone. */
export const useProviderName = (id: string): string =>
  useProviders().data?.find((provider) => provider.id === id)?.name ?? id;

/** It is looked at whenever a page needs it or comes back into view, because no event tells of it. */
const healthQuery = {
  queryKey: ['health'],
  queryFn: () => api.get('/api/health'),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
} as const;

/** The state of the service and its parts. */
export const useHealth = () => useQuery(healthQuery);

/** Many places offer to use the toolkit: they share a state for this long. */
const TRAINING_STATE_MS = 60_000;

/** Whether a training toolkit is connected; false until that is known. */
export function useHasTraining(): boolean {
  const { data } = useQuery({
    ...healthQuery,
    refetchOnMount: true,
    staleTime: TRAINING_STATE_MS,
  });
  return data !== undefined && data.parts.training?.status !== 'off';
}

/** The state of the training toolkit. */
export const useTrainingHealth = () =>
  useQuery({ ...healthQuery, select: ({ parts }) => parts.training });

const MAX_LORAS = 200;

/** LoRAs whose name, title or triggers have all words of the query. */
export const useLoras = (q: string, { enabled }: { readonly enabled: boolean }) =>
  useQuery({
    queryKey: ['loras', q],
    queryFn: async ({ signal }) => {
      const query = { limit: MAX_LORAS, ...(q !== '' && { q }) };
      return (await api.get('/api/loras', { params: { query }, signal })).items;
    },
    placeholderData: keepPreviousData,
    enabled,
  });
