import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
} from 'react';
import type { MediaList } from '../../api/media';
import type { MediaTile } from '../../api/types';
import { JustifiedGrid, type RenderCell } from '../../ui/JustifiedGrid';
import { isCursorKey, movedCursor } from '../../ui/justified-rows';
import { DayLabel } from './DayLabel';
import styles from './GalleryGrid.module.css';
import { GalleryTile } from './GalleryTile';
import type { Revealed } from './use-deep-link';
import { useCellFocus } from './use-cell-focus';
import { useGridLayout } from './use-grid-layout';
import { useGridPresses } from './use-grid-presses';
import { usePinch } from './use-pinch';
import type { Selection } from './use-selection';
import { galleryWords } from './words';

/** What the page does with the grid. */
export interface GridHandle {
  /** Puts the focus on the item under the cursor. */
  readonly focus: () => void;
}

interface GalleryGridProps {
  readonly ref: Ref<GridHandle>;
  readonly list: MediaList;
  readonly tileAt: (index: number) => MediaTile | undefined;
  readonly rowHeight: number;
  readonly setRowHeight: (pixels: number) => void;
  readonly cursor: number;
  /** The item that the details are about, if it isn't the one under the cursor. */
  readonly linkedPath: string | undefined;
  /** The details are about the item under the cursor. */
  readonly isCursorShown: boolean;
  /** An item to scroll to; a new object scrolls again. */
  readonly revealed: Revealed | undefined;
  readonly selection: Selection;
  readonly onMove: (index: number) => void;
  readonly onOpen: (path: string) => void;
  readonly onRange: (first: number, last: number) => void;
}

/** The grid of the gallery: keys move its cursor, presses show, select and open. */
export function GalleryGrid(props: GalleryGridProps) {
  const { ref, list, rowHeight, setRowHeight, cursor, selection, onMove, onOpen, onRange } = props;
  const layout = useGridLayout(list, rowHeight, props.revealed);
  const { rows, shown, width, view, viewport, height, scroller, setScroller } = layout;
  const { scrollToItem } = layout;
  const { gridRef, focus, focusNext } = useCellFocus(cursor);
  usePinch(scroller, rowHeight, setRowHeight);
  useImperativeHandle(ref, () => ({ focus }));

  const first = rows?.firsts[view.firstRow] ?? 0;
  const last = Math.max(first, (rows?.firsts[view.lastRow + 1] ?? 1) - 1);
  useEffect(() => onRange(first, last), [onRange, first, last]);

  const renderCell = useRenderCell(props);
  const presses = useGridPresses({
    isSelecting: selection.count > 0,
    onOpen: ({ path, index }) => {
      onMove(index);
      onOpen(path);
    },
    onPoint: ({ index }) => onMove(index),
    onToggle: ({ path, index }) => {
      onMove(index);
      selection.toggle(path, index);
    },
    onExtend: ({ index }) => {
      onMove(index);
      selection.extendTo(index);
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (rows === undefined || !isCursorKey(key) || ctrlKey || altKey || metaKey) return;
    event.preventDefault();
    const place = { rows, ratios: shown.layout.ratios, width, viewport };
    const next = movedCursor(place, cursor, key);
    if (next === cursor) return;
    focusNext();
    onMove(next);
    scrollToItem(next, 'nearest');
    if (shiftKey) selection.extendTo(next);
  };
  // An item that is focused by the keyboard, as after a search, is the one that the details show.
  const showFocused = (focused: Element | null) => {
    if (!props.isCursorShown && focused?.matches('[role="gridcell"]:focus-visible')) onMove(cursor);
  };
  const onFocus = ({ target }: FocusEvent) => showFocused(target);
  const onNewList = useEffectEvent(() => {
    if (gridRef.current?.contains(document.activeElement)) showFocused(document.activeElement);
  });
  // The focused cell shows another item now, without a focus event.
  useEffect(() => onNewList(), [list]);
  const { days } = shown.layout;
  const sections = useMemo(
    () =>
      days.map(({ day, count }) => ({
        key: day,
        header: day === '' ? null : <DayLabel day={day} count={count} />,
      })),
    [days],
  );
  return (
    <div ref={setScroller} className={styles.scroller}>
      {rows && (
        <JustifiedGrid
          ref={gridRef}
          label={galleryWords.grid}
          ratios={shown.layout.ratios}
          {...{ rows, width, height, view, sections, cursor, renderCell }}
          events={{ ...presses, onKeyDown, onFocus }}
        />
      )}
    </div>
  );
}

/** Stays the same while the cursor moves. */
function useRenderCell(props: GalleryGridProps) {
  const { tileAt, selection, linkedPath, isCursorShown, list } = props;
  const isTrashed = list.filter.trashed === true;
  const { has } = selection;
  return useCallback<RenderCell>(
    (index, box, isCursor) => {
      const tile = tileAt(index);
      const path = tile?.path;
      return (
        <GalleryTile
          key={index}
          {...{ index, tile, box, isTrashed, isCursor }}
          isSelected={path !== undefined && has(path)}
          isShown={isCursorShown ? isCursor : path !== undefined && path === linkedPath}
        />
      );
    },
    [tileAt, has, isTrashed, linkedPath, isCursorShown],
  );
}
