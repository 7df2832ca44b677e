import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client';
import type { MediaFilter } from './media';
import type { Schemas } from './types';

export type Collection = Schemas['CollectionResponse'];

const MAX_COLLECTIONS = 200;

/** Your collections with how many media each holds, the newest first. */
export const useCollections = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: ['collections', 'list'],
    queryFn: async ({ signal }) => {
      const params = { query: { limit: MAX_COLLECTIONS, with_counts: true } };
      return (await answerOf(api.GET('/api/collections', { params, signal }))).items;
    },
    enabled,
  });

/** Makes a collection: of what a filter finds at any time, or an empty one to put media into. */
export function createCollection(name: string, filter?: MediaFilter): Promise<Collection> {
  if (filter === undefined)
    return answerOf(api.POST('/api/collections', { body: { name, kind: 'manual' } }));
  // A saved filter names neither a collection nor an owner.
  const saved = { untagged: null, no_character: null, trashed: null, ...filter };
  delete saved.collection;
  delete saved.owner;
  const body = { name, kind: 'saved' as const, filter: saved };
  return answerOf(api.POST('/api/collections', { body }));
}

export const renameCollection = (id: string, name: string) =>
  answerOf(api.PATCH('/api/collections/{id}', { params: { path: { id } }, body: { name } }));

export const deleteCollection = (id: string) =>
  answerOf(api.DELETE('/api/collections/{id}', { params: { path: { id } } }));

export const addToCollection = (id: string, paths: readonly string[]) =>
  answerOf(
    api.POST('/api/collections/{id}/items', {
      params: { path: { id } },
      body: { paths: [...paths] },
    }),
  );

export const removeFromCollection = (id: string, paths: readonly string[]) =>
  answerOf(
    api.DELETE('/api/collections/{id}/items', {
      params: { path: { id } },
      body: { paths: [...paths] },
    }),
  );
