import type { Schemas } from '@kinora/client';
import { useQuery } from '@tanstack/react-query';
import { api, postOnce } from './client';
import type { MediaFilter } from './media';
import { allItems } from './pages';

export type Collection = Schemas['CollectionResponse'];

/** Your collections with how many media each holds, the newest first. */
export const useCollections = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: ['collections', 'list'],
    queryFn: ({ signal }) =>
      allItems((page) => {
        const query = { ...page, with_counts: true };
        return api.get('/api/collections', { params: { query }, signal });
      }),
    enabled,
  });

/** Makes a collection: of what a filter finds at any time, or an empty one to put media into. */
export function createCollection(name: string, filter?: MediaFilter): Promise<Collection> {
  if (filter === undefined) return postOnce('/api/collections', { body: { name, kind: 'manual' } });
  // A saved filter names neither a collection nor an owner.
  const saved = { ...filter };
  delete saved.collection;
  delete saved.owner;
  const body = { name, kind: 'saved' as const, filter: saved };
  return postOnce('/api/collections', { body });
}

export const renameCollection = (id: string, name: string) =>
  api.patch('/api/collections/{id}', { params: { path: { id } }, body: { name } });

export const deleteCollection = (id: string) =>
  api.delete('/api/collections/{id}', { params: { path: { id } } });

export const addToCollection = (id: string, paths: readonly string[]) =>
  api.post('/api/collections/{id}/items', {
    params: { path: { id } },
    body: { paths: [...paths] },
  });

export const removeFromCollection = (id: string, paths: readonly string[]) =>
  api.delete('/api/collections/{id}/items', {
    params: { path: { id } },
    body: { paths: [...paths] },
  });
