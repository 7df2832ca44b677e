import { useCallback, useMemo } from 'react';
import {
  type MediaFilter,
  type MediaList,
  useMediaLayout,
  useSortedMedia,
  useTiles,
} from '../../api/media';
import type { MediaLayout } from '../../api/media-layout';
import { asTiles, type MediaTile } from '../../api/types';
import { canLoadMore } from '../../ui/can-load-more';
import { type GallerySearch, toFilter } from './model';

/** Rows this near to the end of what is loaded have more of it loaded. */
const NEAR_END = 120;

/** The media that the gallery shows: the layout of all, and the tiles in view. */
export interface GalleryList {
  readonly list: MediaList | undefined;
  readonly total: number;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly tileAt: (index: number) => MediaTile | undefined;
  /** Says which items are in view. */
  readonly loadMore: (lastItem: number) => void;
}

/** @param range the items in view, whose tiles are loaded */
export function useGalleryList(
  search: GallerySearch,
  range: { readonly first: number; readonly last: number },
): GalleryList {
  const filter = sameFilter(toFilter(search));
  const byTime = useListByTime(filter, search.sort === undefined);
  const sorted = useSortedList(filter, search.sort);
  const source = search.sort === undefined ? byTime : sorted;
  const tileAt = useTiles(source.list, range.first, range.last);
  return { ...source, tileAt };
}

/** Equal filters are one object, so that lists can be compared by it. */
const filters = new Map<string, MediaFilter>();
const MAX_FILTERS = 500;

function sameFilter(filter: MediaFilter): MediaFilter {
  const key = JSON.stringify(filter);
  const known = filters.get(key);
  if (known !== undefined) return known;
  if (filters.size >= MAX_FILTERS) filters.clear();
  filters.set(key, filter);
  return filter;
}

type Source = Omit<GalleryList, 'tileAt'>;

function useListByTime(filter: MediaFilter, enabled: boolean): Source {
  const { data, error, refetch } = useMediaLayout(filter, { enabled });
  const total = data?.layout.ratios.length ?? 0;
  return { list: data, total, error, retry: () => void refetch(), loadMore: nothing };
}

const nothing = () => undefined;

function useSortedList(filter: MediaFilter, sort: GallerySearch['sort']): Source {
  const query = useSortedMedia(filter, sort ?? 'created_at', { enabled: sort !== undefined });
  const { data, error, refetch, fetchNextPage } = query;
  const list = useMemo(
    () => data && { filter, layout: layoutOf(data.pages.flatMap(({ items }) => asTiles(items))) },
    [data, filter],
  );
  const count = list?.layout.ratios.length ?? 0;
  const canLoad = canLoadMore(query);
  const loadMore = useCallback(
    (lastItem: number) => {
      if (canLoad && lastItem > count - NEAR_END) void fetchNextPage();
    },
    [canLoad, count, fetchNextPage],
  );
  const total = data?.pages[0]?.total ?? count;
  return { list, total, error, retry: () => void refetch(), loadMore };
}

/** A layout made of tiles that are loaded already, without days. */
function layoutOf(tiles: readonly MediaTile[]): MediaLayout {
  const ratio = ({ width, height }: MediaTile) =>
    width && height ? Math.round((width * 100) / height) : 100;
  return {
    ratios: Uint16Array.from(tiles, ratio),
    days: [{ day: '', count: tiles.length }],
    pages: [],
    isCapped: false,
    carried: new Map(tiles.entries()),
  };
}
