import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { answerOf, api } from '../../api/client';
import { useCollections } from '../../api/collections';
import type { FilterGroup } from './model';

const MAX_CHARACTERS = 200;

/** Names for people of what filters hold ids of. */
export type NameOf = (group: FilterGroup, value: string) => string;

const withoutExtension = (file: string) => file.replace(/\.(?:safetensors|ckpt|gguf|pt|sft)$/, '');

/** The names of characters and collections; of models without the ending of their files. */
export function useNames(): NameOf {
  const { data: characters } = useQuery({
    queryKey: ['characters', 'names'],
    queryFn: async ({ signal }) => {
      const params = { query: { limit: MAX_CHARACTERS } };
      return (await answerOf(api.GET('/api/characters', { params, signal }))).items;
    },
  });
  const { data: collections } = useCollections();
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const { id, name } of characters ?? []) names.set(`character ${id}`, name);
    for (const { id, name } of collections ?? []) names.set(`collection ${id}`, name);
    return (group, value) =>
      names.get(`${group} ${value}`) ??
      (group === 'model' || group === 'lora' ? withoutExtension(value) : value);
  }, [characters, collections]);
}
