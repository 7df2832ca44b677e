import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useCallback, useMemo, useState } from 'react';
import { removeFromCollection, useCollections } from '../../api/collections';
import { loadedTiles, type MediaFilter, type MediaList } from '../../api/media';
import { countOf } from '../../api/media-changes';
import type { MediaTile } from '../../api/types';
import { useHasTraining } from '../../api/providers';
import { useOverlay } from '../../routing/overlay';
import { notifyDone, notifyError } from '../../ui/notify';
import type { GridHandle } from './GalleryGrid';
import type { GallerySearch } from './model';
import { type ActionTarget, nameOf, useGalleryActions } from './use-gallery-actions';
import type { GalleryKeys } from './use-gallery-keys';
import type { Selection } from './use-selection';
import { galleryWords } from './words';

const NO_TILES: readonly MediaTile[] = [];
const MAX_COMPARED = 8;
const MAX_PATHS = 1_000;

/** A dialog that is open, with what it is about. */
export interface OpenDialog {
  readonly kind: 'tag' | 'collection' | 'dataset' | 'share' | 'deleteAll' | 'purge';
  readonly about: ActionTarget;
}

interface CommandsInput {
  readonly list: MediaList | undefined;
  readonly selection: Selection;
  /** The item that is marked as the one under the cursor. */
  readonly marked: MediaTile | undefined;
  readonly cursor: number;
  readonly search: GallerySearch;
  readonly grid: RefObject<GridHandle | null>;
}

/** What keys, the selection bar and dialogs do with the selection, or else with the item under the cursor. */
export function useGalleryCommands(input: CommandsInput) {
  const { list, selection, marked, cursor, search, grid } = input;
  const client = useQueryClient();
  const router = useRouter();
  const actions = useGalleryActions(list);
  const { data: collections } = useCollections();
  const hasTraining = useHasTraining();
  const { compare } = useOverlay();
  const [dialog, setDialog] = useState<OpenDialog>();

  const { count, has } = selection;
  const tilesNow = useCallback(
    () =>
      count === 0 || list === undefined
        ? NO_TILES
        : [...loadedTiles(client, list).values()].filter(({ path }) => has(path)),
    [count, has, list, client],
  );
  const selectedTiles = useMemo(() => tilesNow(), [tilesNow]);
  const about = (): ActionTarget | undefined => {
    // Read again: an action may have changed them since they were drawn.
    if (count > 0) return { target: selection.target, count, tiles: tilesNow() };
    if (marked === undefined || list === undefined) return undefined;
    const { path } = marked;
    const now = [...loadedTiles(client, list).values()].find((tile) => tile.path === path);
    return { target: { paths: [path] }, count: 1, tiles: [now ?? marked] };
  };
  const withTarget = (act: (target: ActionTarget) => void) => () => {
    const target = about();
    if (target) act(target);
  };
  const done = () => {
    selection.clear();
    grid.current?.focus();
  };
  const askToDeleteAll = async (filter: MediaFilter) => {
    try {
      const expected = await countOf(filter);
      const all = { target: { filter, expected }, count: expected, tiles: NO_TILES };
      setDialog({ kind: 'deleteAll', about: all });
    } catch (error) {
      notifyError(error);
    }
  };
  const remove = (target: ActionTarget) => {
    if (!('paths' in target.target)) void askToDeleteAll(target.target.filter);
    else {
      done();
      void actions.remove(target);
    }
  };
  const purge = (target: ActionTarget) => setDialog({ kind: 'purge', about: target });
  const isTrash = search.trashed === true;
  const collection = collections?.find(({ id }) => id === search.collection);

  const takeOut = async (target: ActionTarget) => {
    if (collection === undefined) return;
    try {
      if (!('paths' in target.target)) throw new Error(galleryWords.tooManyForCollection);
      await removeFromCollection(collection.id, target.target.paths);
      notifyDone(galleryWords.removedFrom(nameOf(target), collection.name));
      done();
    } catch (error) {
      notifyError(error);
    }
    actions.refresh();
  };
  const compareSelected = () => {
    const paths = [...selection.paths];
    if (paths.length >= 2 && paths.length <= MAX_COMPARED) compare(paths);
    else notifyError(new Error(galleryWords.compareNeedsTwo));
  };
  const addTo = (kind: 'collection' | 'dataset') => (target: ActionTarget) => {
    const isFew = 'paths' in target.target && target.count <= MAX_PATHS;
    const { tooManyForCollection, tooManyForDataset } = galleryWords;
    if (isFew) setDialog({ kind, about: target });
    else notifyError(new Error(kind === 'dataset' ? tooManyForDataset : tooManyForCollection));
  };
  const restore = (target: ActionTarget) => {
    done();
    void actions.restore(target);
  };
  const rate = (rating: number) => withTarget((target) => void actions.rate(target, rating));
  const toggle = () => {
    if (marked) selection.toggle(marked.path, cursor);
  };
  const toForm = (use: 'input' | 'clip') => () => {
    if (marked) void router.navigate({ to: '/generate', search: { [use]: marked.path } });
  };

  const keys: GalleryKeys = isTrash
    ? { x: toggle, Delete: withTarget(purge) }
    : {
        x: toggle,
        s: withTarget((target) => void actions.keep(target)),
        u: toForm('input'),
        m: toForm('clip'),
        t: withTarget((target) => setDialog({ kind: 'tag', about: target })),
        c: compareSelected,
        d: withTarget((target) => void actions.download(target)),
        Delete: withTarget(remove),
        Backspace: withTarget(remove),
        ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((rating) => [`${rating}`, rate(rating)])),
      };
  const bar = {
    onClear: done,
    onSelectAll: selection.selectAll,
    onTag: withTarget((target) => setDialog({ kind: 'tag', about: target })),
    onKeep: withTarget((target) => void actions.keep(target)),
    onRate: (rating: number) => rate(rating)(),
    onCompare: compareSelected,
    onAddToCollection: withTarget(addTo('collection')),
    onAddToDataset: hasTraining ? withTarget(addTo('dataset')) : undefined,
    onShareLink:
      selection.paths.size === 1
        ? withTarget((target) => setDialog({ kind: 'share', about: target }))
        : undefined,
    onRemoveFromCollection:
      collection?.kind === 'manual' ? withTarget((target) => void takeOut(target)) : undefined,
    onDownload: withTarget((target) => void actions.download(target)),
    onDelete: withTarget(remove),
    onRestore: withTarget(restore),
    onPurge: withTarget(purge),
  };
  const closeDialog = () => {
    setDialog(undefined);
    grid.current?.focus();
  };
  return {
    ...actions,
    keys,
    bar,
    dialog,
    setDialog,
    closeDialog,
    selectedTiles,
    collection,
    done,
    collections,
  };
}

export type GalleryCommands = ReturnType<typeof useGalleryCommands>;
