import type { Schemas } from '@kinora/client';
import { type InfiniteData, type QueryClient, useQuery } from '@tanstack/react-query';
import { api } from './client';
import { loadedTiles, type MediaFilter, mediaKeys, type MediaList, type TileItems } from './media';
import { mediaItemKey } from './media-item';
import { withoutItems } from './media-layout';
import type { Media, MediaTile } from './types';

/** Media that an action is about: named, or all that match a filter, whose number is known. */
export type MediaTarget =
  | { readonly paths: readonly string[] }
  | { readonly filter: MediaFilter; readonly expected: number };

/** What a bulk request answers: how many it changed, or the operation that goes on in the background. */
export interface MediaChange {
  readonly changed: number;
  readonly failed: readonly Schemas['FailedMediaResponse'][];
  readonly operationId?: string;
  readonly undoToken?: string;
}

export type MetadataChange = Pick<
  Schemas['BulkMetadataDto'],
  'add_tags' | 'remove_tags' | 'favourite' | 'rating' | 'character_ids'
>;
export type Operation = Schemas['OperationResponse'];

/** At most so many paths are sent in one request. */
const MAX_PATHS = 1_000;

interface BulkAnswer {
  readonly deleted?: number;
  readonly restored?: number;
  readonly purged?: number;
  readonly changed?: number;
  readonly count?: number;
  readonly failed?: readonly Schemas['FailedMediaResponse'][];
  readonly operation_id?: string;
  readonly undo?: { readonly token: string };
}

const toChange = (answer: BulkAnswer): MediaChange => ({
  changed: answer.deleted ?? answer.restored ?? answer.purged ?? answer.changed ?? 0,
  failed: answer.failed ?? [],
  ...(answer.operation_id !== undefined && { operationId: answer.operation_id }),
  ...(answer.undo && { undoToken: answer.undo.token }),
});

/** The API takes at least one filter: all media are those made until now. */
const orAll = (filter: MediaFilter) =>
  Object.keys(filter).length > 0 ? filter : { created_before: new Date().toISOString() };

const selectionOf = (target: MediaTarget, dryRun = false) =>
  'paths' in target
    ? { paths: [...target.paths], dry_run: dryRun }
    : {
        filter: orAll(target.filter),
        dry_run: dryRun,
        ...(!dryRun && { expected_count: target.expected }),
      };

type Send = (body: ReturnType<typeof selectionOf>) => Promise<BulkAnswer>;

async function change(target: MediaTarget, send: Send): Promise<MediaChange> {
  if (!('paths' in target)) return toChange(await send(selectionOf(target)));
  if (target.paths.length > MAX_PATHS)
    throw new Error(`Choose at most ${MAX_PATHS} at once, or select all that match a filter.`);
  return toChange(await send(selectionOf(target)));
}

/** Moves media to the trash. */
export const deleteMedia = (target: MediaTarget) =>
  change(target, (body) => api.post('/api/media/delete', { body }));

/** Takes media out of the trash. */
export const restoreMedia = (target: MediaTarget) =>
  change(target, (body) => api.post('/api/media/restore', { body }));

/** Deletes media in the trash for good. */
export const purgeMedia = (target: MediaTarget) =>
  change(target, (body) => api.post('/api/media/purge', { body }));

export const changeMetadata = (target: MediaTarget, metadata: MetadataChange) =>
  change(target, (body) => api.post('/api/media/metadata', { body: { ...body, ...metadata } }));

/** How many media a filter finds now, as bulk actions count them. */
export async function countOf(filter: MediaFilter): Promise<number> {
  const body = selectionOf({ filter, expected: 0 }, true);
  const answer: BulkAnswer = await api.post('/api/media/delete', { body });
  return answer.count ?? 0;
}

/** Takes a change back; the token works once. */
export const undoChange = (token: string) =>
  api.post('/api/undo/{token}', { params: { path: { token } } });

/** Progress of a change of many media. The event stream refreshes it, as it does all media. */
export const useOperation = (id: string | undefined) =>
  useQuery({
    queryKey: ['media', 'operation', id],
    queryFn: ({ signal }) =>
      api.get('/api/operations/{id}', { params: { path: { id: id ?? '' } }, signal }),
    enabled: id !== undefined,
  });

type Tiles = readonly MediaTile[];

/** Changes the tiles of all pages that are loaded. */
function changePages(client: QueryClient, change: (tiles: Tiles) => Tiles): void {
  const changed = <Page extends TileItems>(page: Page) => ({ ...page, items: change(page.items) });
  client.setQueriesData<TileItems>(
    { queryKey: ['media', 'tiles'] },
    (page) => page && changed(page),
  );
  client.setQueriesData<InfiniteData<TileItems>>(
    { queryKey: ['media', 'sorted'] },
    (data) => data && { ...data, pages: data.pages.map(changed) },
  );
}

/** Takes media out of all loaded lists at once, before the service has answered. */
export async function removeFromLists(
  client: QueryClient,
  paths: ReadonlySet<string>,
): Promise<void> {
  await client.cancelQueries({ queryKey: mediaKeys.all });
  for (const [key, list] of client.getQueriesData<MediaList>({ queryKey: ['media', 'layout'] })) {
    if (list === undefined) continue;
    const indexes = [...loadedTiles(client, list)]
      .filter(([, { path }]) => paths.has(path))
      .map(([index]) => index)
      .sort((a, b) => a - b);
    client.setQueryData(key, { ...list, layout: withoutItems(list.layout, indexes) });
  }
  changePages(client, (tiles) => tiles.filter(({ path }) => !paths.has(path)));
}

/** Changes what tiles show at once, before the service has answered. */
export function patchTiles(
  client: QueryClient,
  paths: ReadonlySet<string>,
  patch: Partial<Pick<Media, 'favourite' | 'rating'>>,
): void {
  const patched = (tile: MediaTile) => (paths.has(tile.path) ? { ...tile, ...patch } : tile);
  changePages(client, (tiles) => tiles.map(patched));
  client.setQueriesData<MediaList>({ queryKey: ['media', 'layout'] }, (list) => {
    const carried = [...(list?.layout.carried ?? [])];
    if (list === undefined || !carried.some(([, { path }]) => paths.has(path))) return list;
    const patchedTiles = new Map(carried.map(([index, tile]) => [index, patched(tile)]));
    return { ...list, layout: { ...list.layout, carried: patchedTiles } };
  });
  for (const path of paths)
    client.setQueryData<Media>(mediaItemKey(path), (item) => item && { ...item, ...patch });
}

/** Sends media as a ZIP: the file, once it is complete. */
export const archiveOf = (paths: readonly string[]): Promise<Blob> =>
  api.post('/api/media/archive', { body: { paths: [...paths] }, parseAs: 'blob' });
