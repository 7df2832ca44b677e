import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mediaAroundQuery, mediaItemQuery } from '../../api/media-item';
import { type NeighbourPaths, neighbours } from './neighbours';

interface Neighbours {
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** What to show once this one is gone: the next or the previous one, waited for while they are still loading. */
  readonly successor: () => Promise<string | undefined>;
}

async function madeAround(client: QueryClient, path: string): Promise<NeighbourPaths> {
  const { items } = await client.query(mediaAroundQuery(path));
  const index = items.findIndex((item) => item.path === path);
  if (index < 0) return { previous: null, next: null };
  return { previous: items[index - 1]?.path ?? null, next: items[index + 1]?.path ?? null };
}

function neighboursQuery(client: QueryClient, path: string) {
  return queryOptions({
    queryKey: ['media', 'neighbours', path],
    queryFn: async () => (await neighbours()?.(path)) ?? (await madeAround(client, path)),
    // The list of the page below may have changed since.
    staleTime: 0,
    gcTime: 0,
  });
}

/** What the arrows lead to: by the list of the page below, else by the time of making. Both are loaded ahead. */
export function useNeighbours(path: string): Neighbours {
  const client = useQueryClient();
  const { data } = useQuery(neighboursQuery(client, path));
  const previous = data?.previous ?? undefined;
  const next = data?.next ?? undefined;
  useEffect(() => {
    for (const neighbour of [next, previous]) {
      if (neighbour === undefined) continue;
      void client.query({ ...mediaItemQuery(neighbour), staleTime: 'static' }).then(
        ({ mime, url }) => {
          if (mime.startsWith('image/')) new Image().src = url;
        },
        () => undefined, // It is loaded again, with its error, when it is opened.
      );
    }
  }, [client, next, previous]);
  const successor = () =>
    client.query({ ...neighboursQuery(client, path), staleTime: 'static' }).then(
      (found) => found.next ?? found.previous ?? undefined,
      () => undefined, // Without neighbours the lightbox closes.
    );
  return { previous, next, successor };
}
