import type { Schemas } from '@kinora/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notifyError } from '../ui/notify';
import { api } from './client';
import type { Media } from './types';

export type MediaChanges = Schemas['MediaMetadataDto'];

export const mediaItemKey = (path: string) => ['media-item', path] as const;

const CHANGE_KEY = ['change-media-item'] as const;

/** What a screen reader says of a media asset, and what heads its details. Tiles have it as `alt`. */
export const mediaTitle = ({
  description,
  prompt,
  name,
}: Pick<Media, 'description' | 'prompt' | 'name'>): string =>
  [description, prompt, name].find(Boolean) ?? '';

/** How to load the record of one media asset, also of one in the trash. */
export const mediaItemQuery = (path: string) => ({
  queryKey: mediaItemKey(path),
  queryFn: () =>
    api.get('/api/media/{path}', { params: { path: { path }, query: { trashed: true } } }),
});

/** The record of one media asset. */
export const useMediaItem = (path: string | undefined) =>
  useQuery({ ...mediaItemQuery(path ?? ''), enabled: path !== undefined });

/**
 * Changes tags, rating and other metadata, shown at once and taken back if it is refused. Changes are sent one after
 * another, so that the last one counts.
 */
export function useChangeMedia() {
  const client = useQueryClient();
  const isLast = () => client.isMutating({ mutationKey: CHANGE_KEY }) === 1;
  return useMutation({
    mutationKey: CHANGE_KEY,
    scope: { id: 'media-item' },
    mutationFn: ({ path, changes }: { path: string; changes: MediaChanges }) =>
      api.patch('/api/media/{path}/metadata', { params: { path: { path } }, body: changes }),
    onMutate: async ({ path, changes }) => {
      await client.cancelQueries({ queryKey: mediaItemKey(path) });
      const before = client.getQueryData<Media>(mediaItemKey(path));
      if (before) client.setQueryData(mediaItemKey(path), { ...before, ...changes });
      return before;
    },
    onError: (error, { path, changes }, before) => {
      // Only what this change set: another one may have been made since.
      const names = Object.keys(changes) as (keyof Media)[];
      const former = before && Object.fromEntries(names.map((name) => [name, before[name]]));
      client.setQueryData<Media>(mediaItemKey(path), (item) => item && { ...item, ...former });
      if (isLast()) void client.invalidateQueries({ queryKey: mediaItemKey(path) });
      notifyError(error);
    },
    onSuccess: (media) => {
      // The answer to an earlier change would hide a later one for a moment.
      if (isLast()) client.setQueryData(mediaItemKey(media.path), media);
    },
  });
}

/** Moves a media asset to the trash. Returns what takes it back, where that is possible. */
export async function deleteMedia(path: string): Promise<(() => Promise<unknown>) | undefined> {
  const { undo } = await api.delete('/api/media/{path}', { params: { path: { path } } });
  if (!undo) return undefined;
  const { token } = undo;
  return () => api.post('/api/undo/{token}', { params: { path: { token } } });
}

/** Takes a media asset out of the trash. */
export const restoreMedia = (path: string) =>
  api.post('/api/media/restore', { body: { paths: [path], dry_run: false } });

/** What was made from a media asset, newest first. */
export const useMadeFrom = (path: string) =>
  useQuery({
    queryKey: ['media', 'made-from', path],
    queryFn: () =>
      api.get('/api/media', { params: { query: { made_from: path, view: 'tile', limit: 12 } } }),
  });

/** The list around a media asset, in the order in which they were made. */
export const mediaAroundQuery = (path: string) => ({
  queryKey: ['media', 'around', path] as const,
  queryFn: () =>
    api.get('/api/media', { params: { query: { around: path, view: 'tile', limit: 3 } } }),
});

/** Edges that the service renders thumbnails for, in pixels. */
const THUMBNAILS = [256, 512, 1024, 2048] as const;

/** Address of the smallest thumbnail that covers a square of so many pixels; `null` for what has no picture. */
export function thumbnailUrl(
  { thumbnail_url: url }: Pick<Media, 'thumbnail_url'>,
  pixels: number,
): string | null {
  const edge = THUMBNAILS.find((size) => size >= pixels) ?? 2048;
  return url?.replace(/thumbnail=\d+/, `thumbnail=${edge}`) ?? null;
}

/** Tags that begin like a text, the most used first. */
export const useTagSuggestions = (text: string) =>
  useQuery({
    queryKey: ['media', 'tags', text],
    queryFn: async () => {
      const { items } = await api.get('/api/media/tags', {
        params: { query: { q: text, limit: 8 } },
      });
      return items.map(({ value }) => value);
    },
    placeholderData: (before) => before,
  });
