import type { paths, Schemas } from '@kinora/client';
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api } from './client';
import { carryTiles, type MediaLayout, PAGE_SIZE, pageAt, toLayout } from './media-layout';
import { cursorPages } from './pages';
import { asTiles, type MediaTile } from './types';

type ListQuery = NonNullable<paths['/api/media']['get']['parameters']['query']>;
export type MediaFilter = Omit<
  ListQuery,
  'limit' | 'cursor' | 'with_total' | 'sort' | 'view' | 'around' | 'facets'
>;
export type MediaSort = NonNullable<ListQuery['sort']>;
export type MediaFacets = Schemas['MediaFacetsResponse'];

/** Pages of tiles that are no longer on screen are dropped after this time, to limit memory. */
const TILE_MEMORY_MS = 30_000;

export const mediaKeys = {
  all: ['media'] as const,
  layout: (filter: MediaFilter) => ['media', 'layout', filter] as const,
  tiles: (filter: MediaFilter, cursor: string) => ['media', 'tiles', filter, cursor] as const,
  sorted: (filter: MediaFilter, sort: MediaSort) => ['media', 'sorted', sort, filter] as const,
  facets: (filter: MediaFilter) => ['media', 'facets', filter] as const,
};

/** A list of media: its layout, and the tiles that are loaded. */
export interface MediaList {
  readonly filter: MediaFilter;
  readonly layout: MediaLayout;
}

/** A page of tiles; live events change its items in place. */
export interface TileItems {
  readonly items: readonly MediaTile[];
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

async function fetchLayout(
  client: QueryClient,
  filter: MediaFilter,
  signal: AbortSignal,
): Promise<MediaList> {
  const query = { ...filter, tz: timeZone };
  const answer = await api.get('/api/media/layout', { params: { query }, signal });
  const layout = toLayout(answer);
  const former = client.getQueryData<MediaList>(mediaKeys.layout(filter));
  if (former === undefined) return { filter, layout };
  const tiles = loadedTiles(client, former);
  const carried = carryTiles(tiles, former.layout.ratios, layout.ratios);
  return { filter, layout: { ...layout, carried } };
}

/** All tiles of a list that are in memory, by their index in the list. */
export function loadedTiles(client: QueryClient, { filter, layout }: MediaList) {
  const tiles = new Map(layout.carried);
  for (const { cursor, start } of layout.pages) {
    const page = client.getQueryData<TileItems>(mediaKeys.tiles(filter, cursor));
    page?.items.forEach((tile, at) => tiles.set(start + at, tile));
  }
  return tiles;
}

/** The layout of all media that match, in the order of creation. The former list stays until the next is there. */
export function useMediaLayout(
  filter: MediaFilter,
  { enabled }: { enabled: boolean },
): UseQueryResult<MediaList> {
  const client = useQueryClient();
  return useQuery({
    queryKey: mediaKeys.layout(filter),
    queryFn: ({ signal }) => fetchLayout(client, filter, signal),
    placeholderData: keepPreviousData,
    // Comparing 100,000 numbers one by one gains nothing.
    structuralSharing: false,
    enabled,
  });
}

const tilesQuery = (filter: MediaFilter, cursor: string) => ({
  queryKey: mediaKeys.tiles(filter, cursor),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TileItems> => {
    const query = { ...filter, view: 'tile', limit: PAGE_SIZE } as const;
    const params = { query: cursor === '' ? query : { ...query, cursor } };
    const { items } = await api.get('/api/media', { params, signal });
    return { items: asTiles(items) };
  },
  gcTime: TILE_MEMORY_MS,
});

/** Loads the pages that hold items `first` to `last`. Returns a function that finds the tile at an index, if it is loaded. */
export function useTiles(
  list: MediaList | undefined,
  first: number,
  last: number,
): (index: number) => MediaTile | undefined {
  const pages = useMemo(() => {
    if (list === undefined || list.layout.ratios.length === 0) return [];
    const { pages: all } = list.layout;
    return all.slice(pageAt(all, first), pageAt(all, last) + 1);
  }, [list, first, last]);
  const loaded = useQueries({
    queries: pages.map(({ cursor }) => tilesQuery(list?.filter ?? {}, cursor)),
    combine: dataOfAll,
  });
  return useCallback(
    (index: number) => {
      for (const [at, { start, count }] of pages.entries())
        if (index >= start && index < start + count) {
          const tile = loaded[at]?.items[index - start];
          if (tile !== undefined) return tile;
        }
      return list?.layout.carried.get(index);
    },
    [pages, loaded, list],
  );
}

const dataOfAll = (results: readonly { data?: TileItems | undefined }[]) =>
  results.map(({ data }) => data);

/** The tiles from item `first` to item `last`, loading what is missing. A list without pages has all that it shows. */
export async function tilesBetween(
  client: QueryClient,
  { filter, layout }: MediaList,
  first: number,
  last: number,
): Promise<MediaTile[]> {
  if (layout.pages.length === 0)
    return [...layout.carried].flatMap(([at, tile]) => (at >= first && at <= last ? tile : []));
  const wanted = layout.pages.slice(pageAt(layout.pages, first), pageAt(layout.pages, last) + 1);
  const tiles: MediaTile[] = [];
  for (const { cursor, start } of wanted) {
    const page = await client.query({
      ...tilesQuery(filter, cursor),
      staleTime: 'static',
    });
    tiles.push(...page.items.slice(Math.max(0, first - start), last - start + 1));
  }
  return tiles;
}

/** Media in another order than that of creation, loaded page by page because the API has no layout for these orders. */
export function useSortedMedia(
  filter: MediaFilter,
  sort: MediaSort,
  { enabled }: { enabled: boolean },
) {
  return useInfiniteQuery({
    queryKey: mediaKeys.sorted(filter, sort),
    ...cursorPages(PAGE_SIZE, (page, signal) => {
      const query = { ...filter, ...page, sort, view: 'tile', with_total: true } as const;
      return api.get('/api/media', { params: { query }, signal });
    }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** For each tag, character, workflow and so on, the number of matching media that have it. */
export const useMediaFacets = (filter: MediaFilter, { enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: mediaKeys.facets(filter),
    queryFn: async ({ signal }) => {
      const query = { ...filter, facets: true, limit: 1, view: 'tile' } as const;
      return (await api.get('/api/media', { params: { query }, signal })).facets;
    },
    placeholderData: keepPreviousData,
    enabled,
  });

/** Tags that contain these letters, the most frequent first. */
export const useTags = (q: string, { enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: ['media', 'tag-counts', q],
    queryFn: async ({ signal }) => {
      const query = { limit: 50, ...(q !== '' && { q }) };
      return (await api.get('/api/media/tags', { params: { query }, signal })).items;
    },
    placeholderData: keepPreviousData,
    enabled,
  });

/** The index of an item in the order of creation; null if it isn't in the list or too far down to be counted. */
export async function placeOf(filter: MediaFilter, path: string): Promise<number | null> {
  const query = { ...filter, around: path, limit: 1, view: 'tile' } as const;
  const { index } = await api.get('/api/media', { params: { query } });
  return index ?? null;
}
