import type { Schemas } from '@kinora/client';
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { api, postOnce } from './client';
import { cursorPages } from './pages';
import { WITHOUT_EVENTS } from './without-events';

export type MediaLink = Schemas['LinkResponse'];
/** A link with its address, which is in this answer and nowhere else. */
export type NewLink = Schemas['NewLinkResponse'];

const linksKey = ['media-links'] as const;

const PAGE = 20;

/** The caller's links that have not ended, newest first; with `ofAll`, for admins, those of all keys. */
export const useLinks = ({ ofAll }: { readonly ofAll: boolean }) =>
  useInfiniteQuery({
    ...WITHOUT_EVENTS,
    queryKey: [...linksKey, ofAll],
    ...cursorPages(PAGE, (page, signal) =>
      api.get('/api/media/links', {
        params: { query: { ...page, ...(ofAll && { owner: '*' }) } },
        signal,
      }),
    ),
  });

export const createLink = (path: string, seconds: number): Promise<NewLink> =>
  postOnce('/api/media/{path}/link', {
    params: { path: { path } },
    body: { ttl_seconds: seconds },
  });

export const deleteLink = (id: string) =>
  api.delete('/api/media/links/{id}', { params: { path: { id } } });

export const refreshLinks = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: linksKey });
