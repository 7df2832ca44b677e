import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { mediaAroundQuery, mediaItemQuery } from '../../api/media-item';
import { useOverlay } from '../../routing/overlay';
import { type NeighbourPaths, neighbours } from './neighbours';

export interface Neighbours {
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** What to show once this one is gone: the next or the previous one, waited for while they are still loading. */
  readonly successor: () => Promise<string | undefined>;
  /** Shows a neighbour. Steps that are taken before it is known are made one after another, as soon as it is. */
  readonly step: (side: keyof NeighbourPaths) => void;
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
  const whenKnown = (of: string) =>
    client
      .query({ ...neighboursQuery(client, of), staleTime: 'static' })
      .catch(() => ({ previous: null, next: null })); // As if it had none.
  const successor = async () => {
    const known = await whenKnown(path);
    return known.next ?? known.previous ?? undefined;
  };
  const overlay = useOverlay();
  const steps = useRef(Promise.resolve());
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const step = (side: keyof NeighbourPaths) => {
    steps.current = steps.current.then(async () => {
      const from = overlay.shown();
      // Another lightbox may have been opened since.
      if (from === undefined || isClosed.current) return;
      const to = (await whenKnown(from))[side];
      if (to !== null && overlay.shown() === from) overlay.open(to, { replace: true });
    });
  };
  return { previous, next, successor, step };
}
