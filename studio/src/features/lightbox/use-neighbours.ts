import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mediaAroundQuery, mediaItemQuery } from '../../api/media-item';
import { neighbours } from './neighbours';

interface Neighbours {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** What the arrows lead to: by the list of the page below, else by the time of making. Both are loaded ahead. */
export function useNeighbours(path: string): Neighbours {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['media', 'neighbours', path],
    queryFn: async (): Promise<{ previous: string | null; next: string | null }> => {
      const find = neighbours();
      if (!find) {
        const { items } = await client.query(mediaAroundQuery(path));
        const index = items.findIndex((item) => item.path === path);
        if (index < 0) return { previous: null, next: null };
        return { previous: items[index - 1]?.path ?? null, next: items[index + 1]?.path ?? null };
      }
      const [previous, next] = await Promise.all([find(path, -1), find(path, 1)]);
      return { previous: previous ?? null, next: next ?? null };
    },
    // The list of the page below may have changed since.
    staleTime: 0,
    gcTime: 0,
  });
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
  return { previous, next };
}
