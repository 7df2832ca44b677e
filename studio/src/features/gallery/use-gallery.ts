import { useDebouncedCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useOverlay } from '../../routing/overlay';
import type { GridHandle } from './GalleryGrid';
import { countFilters } from './model';
import { undoLatest } from './undo-stack';
import { useCursor } from './use-cursor';
import { useDeepLink } from './use-deep-link';
import { useGalleryCommands } from './use-gallery-commands';
import { useGalleryKeys } from './use-gallery-keys';
import { useGalleryList } from './use-gallery-list';
import { useGallerySearch } from './use-gallery-search';
import { useLightboxNeighbours } from './use-lightbox-neighbours';
import { useNames } from './use-names';
import { useSelection } from './use-selection';
import { useThrottledRange } from './use-throttled-range';

/** How long the cursor has to rest before the address names its item. */
const ITEM_IN_ADDRESS_MS = 250;

/** The state that the parts of the gallery share: its list, the cursor, the selection, and the commands. */
export function useGallery() {
  const { search, view, setSearch, setWords, setItem } = useGallerySearch();
  const { range, setRange } = useThrottledRange();
  const media = useGalleryList(search, range);
  const { list, total, tileAt } = media;
  const { cursor, isMoved, move } = useCursor(list);
  const selection = useSelection(list, total, cursor);
  const nameOf = useNames();
  const grid = useRef<GridHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const { open } = useOverlay();

  const linked = search.around ?? search.item;
  const revealed = useDeepLink(list, { linked, viewed: view }, move);
  useLightboxNeighbours(list);
  // The details are about the item of the address until somebody moves the cursor.
  const marked = isMoved ? tileAt(cursor) : undefined;
  const shownPath = isMoved ? marked?.path : search.item;
  const saveItem = useDebouncedCallback(setItem, ITEM_IN_ADDRESS_MS);
  useEffect(() => {
    if (isMoved && shownPath !== undefined) saveItem(shownPath);
  }, [isMoved, saveItem, shownPath]);
  const openCursor = () => {
    const path = tileAt(cursor)?.path;
    if (path !== undefined) open(path);
  };
  const commands = useGalleryCommands({ list, selection, marked, cursor, search, grid });
  useGalleryKeys({
    ...commands.keys,
    Space: openCursor,
    Enter: openCursor,
    Escape: selection.clear,
    'Mod+a': selection.selectAll,
    'Mod+z': () => void undoLatest(client),
    '/': () => field.current?.focus(),
  });
  const isFiltered = countFilters(search) > 0 || search.q !== undefined;
  return {
    search,
    setSearch,
    setWords,
    isFiltered,
    media,
    setRange,
    cursor,
    isMoved,
    moveCursor: move,
    shownPath,
    revealed,
    selection,
    nameOf,
    commands,
    grid,
    field,
    open,
  };
}

export type GalleryState = ReturnType<typeof useGallery>;
