import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client';

/** The nodes, as the service last saw them. */
export const useProviders = () =>
  useQuery({
    queryKey: ['providers'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/providers', { params: { query: { limit: 200 } } }))).items,
  });

/** The state of the service and its parts. */
export const useHealth = () =>
  useQuery({ queryKey: ['health'], queryFn: () => answerOf(api.GET('/api/health')) });
