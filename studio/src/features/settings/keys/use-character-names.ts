import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../../api/client';

/** The characters that a key can be limited to. */
export function useCharacterNames() {
  const { data } = useQuery({
    queryKey: ['characters', 'names'],
    queryFn: () => answerOf(api.GET('/api/characters', { params: { query: { limit: 200 } } })),
  });
  return data?.items ?? [];
}
