import { useMemo } from 'react';
import { distinctNames } from '../../api/character-names';
import { useAllCharacters } from '../../api/characters';
import { useCollections } from '../../api/collections';
import { useWorkflows } from '../../api/workflows';
import type { FilterGroup } from './model';

/** Names for people of what filters hold ids of. */
export type NameOf = (group: FilterGroup, value: string) => string;

const withoutExtension = (file: string) => file.replace(/\.(?:safetensors|ckpt|gguf|pt|sft)$/, '');

/** The names of characters, collections and workflows; of models without the ending of their files. */
export function useNames(): NameOf {
  const { data: characters } = useAllCharacters();
  const { data: collections } = useCollections();
  const { data: workflows } = useWorkflows();
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const { id, name } of distinctNames(characters ?? [])) names.set(`character ${id}`, name);
    for (const { id, name } of collections ?? []) names.set(`collection ${id}`, name);
    for (const { id, name } of workflows ?? []) names.set(`workflow ${id}`, name);
    return (group, value) =>
      names.get(`${group} ${value}`) ??
      (group === 'model' || group === 'lora' ? withoutExtension(value) : value);
  }, [characters, collections, workflows]);
}
