import type { Schemas } from '@kinora/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from './client';
import type { Character } from './types';

export type CharacterCategory = Character['category'];
export type CharacterPatch = Partial<Schemas['CharacterPatchDto']>;

interface CharacterFilter {
  readonly q?: string;
  readonly category?: CharacterCategory;
}

const PAGE = 200;
const MEDIA_PAGE = 60;

/** Characters that match, newest first. */
export const useCharacters = (filter: CharacterFilter = {}) =>
  useInfiniteQuery({
    queryKey: ['characters', filter],
    queryFn: ({ pageParam }) => fetchCharacters(filter, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: (before) => before,
  });

const fetchCharacters = (filter: CharacterFilter, cursor: string) =>
  api.get('/api/characters', {
    params: { query: { ...filter, limit: PAGE, ...(cursor !== '' && { cursor }) } },
  });

/** The characters to choose from: the newest 200. */
export const useAllCharacters = () =>
  useQuery({
    queryKey: ['characters', 'all'],
    queryFn: ({ signal }) =>
      api.get('/api/characters', { params: { query: { limit: PAGE } }, signal }),
    select: ({ items }) => items,
  });

export const useCharacter = (id: string) =>
  useQuery({ queryKey: ['character', id], queryFn: () => fetchCharacter(id) });

export const fetchCharacter = (id: string) =>
  api.get('/api/characters/{character_id}', { params: { path: { character_id: id } } });

/** Media that show the character, newest first. Under `media`, because these change with the library. */
export const useCharacterMedia = (id: string) =>
  useInfiniteQuery({
    queryKey: ['media', 'character', id],
    queryFn: ({ pageParam }) =>
      api.get('/api/characters/{character_id}/media', {
        params: {
          path: { character_id: id },
          query: { limit: MEDIA_PAGE, ...(pageParam !== '' && { cursor: pageParam }) },
        },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** Creates a character; `null` if the id is taken, because the API would replace that one. */
export async function createNewCharacter(body: Schemas['CharacterDto']): Promise<Character | null> {
  if (await isTaken(body.id)) return null;
  return api.post('/api/characters', { body });
}

async function isTaken(id: string): Promise<boolean> {
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Schemas['CharacterPageResponse'] = await fetchCharacters({ q: id }, cursor);
    if (page.items.some((character) => character.id === id)) return true;
    cursor = page.next_cursor;
  }
  return false;
}

/** Changes the sent fields, and no others. */
export const patchCharacter = (id: string, patch: CharacterPatch) =>
  api.patch('/api/characters/{character_id}', {
    params: { path: { character_id: id } },
    body: patch,
  });

export const deleteCharacter = (id: string) =>
  api.delete('/api/characters/{character_id}', { params: { path: { character_id: id } } });
