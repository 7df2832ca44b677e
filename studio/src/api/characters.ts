import { KinoraError, type Schemas } from '@kinora/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from './client';
import { allItems, cursorPages, type PageQuery } from './pages';
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
    ...cursorPages(PAGE, (page, signal) => fetchCharacters({ ...filter, ...page }, signal)),
    placeholderData: (before) => before,
  });

const fetchCharacters = (query: CharacterFilter & PageQuery, signal?: AbortSignal) =>
  api.get('/api/characters', { params: { query }, ...(signal && { signal }) });

/** Every character, newest first. */
export const useAllCharacters = () =>
  useQuery({
    queryKey: ['characters', 'all'],
    queryFn: ({ signal }) => allItems((page) => fetchCharacters(page, signal)),
  });

export const useCharacter = (id: string) =>
  useQuery({ queryKey: ['character', id], queryFn: () => fetchCharacter(id) });

export const fetchCharacter = (id: string) =>
  api.get('/api/characters/{character_id}', { params: { path: { character_id: id } } });

/** Media that show the character, newest first. Under `media`, because these change with the library. */
export const useCharacterMedia = (id: string) =>
  useInfiniteQuery({
    queryKey: ['media', 'character', id],
    ...cursorPages(MEDIA_PAGE, (query, signal) =>
      api.get('/api/characters/{character_id}/media', {
        params: { path: { character_id: id }, query },
        signal,
      }),
    ),
  });

/** Creates a character; `null` if the id is taken, because the API would replace that one. */
export async function createNewCharacter(body: Schemas['CharacterDto']): Promise<Character | null> {
  if (await isTaken(body.id)) return null;
  return api.post('/api/characters', { body });
}

async function isTaken(id: string): Promise<boolean> {
  try {
    await fetchCharacter(id);
    return true;
  } catch (error) {
    if (error instanceof KinoraError && error.status === 404) return false;
    throw error;
  }
}

/** Changes the sent fields, and no others. */
export const patchCharacter = (id: string, patch: CharacterPatch) =>
  api.patch('/api/characters/{character_id}', {
    params: { path: { character_id: id } },
    body: patch,
  });

export const deleteCharacter = (id: string) =>
  api.delete('/api/characters/{character_id}', { params: { path: { character_id: id } } });
