import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState } from 'react';

const GAP = 4;
/** Room for the words of a waiting job, however large the text is. */
const MIN_TILE_REM = 5.5;

/** The position of one square. */
export interface Cell {
  readonly index: number;
  readonly left: number;
  readonly top: number;
}

/** Lays out squares in as many columns as there is room for; only those in view are rendered. */
export function useStripRows(count: number) {
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null);
  const { ref: sizeRef, width } = useElementSize();
  const attach = useMergedRef(setScroll, sizeRef);
  const columns = Math.max(1, Math.floor((width + GAP) / (minTile() + GAP)));
  const size = Math.max(0, (width - (columns - 1) * GAP) / columns);
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroll,
    estimateSize: () => size,
    gap: GAP,
    overscan: 3,
  });
  // Before the browser draws: what stands below the squares must not move.
  useLayoutEffect(() => {
    rows.measure();
  }, [rows, size]);
  const cells = rows.getVirtualItems().flatMap(({ index, start }) =>
    Array.from({ length: Math.min(columns, count - index * columns) }, (_, column): Cell => ({
      index: index * columns + column,
      left: column * (size + GAP),
      top: start,
    })),
  );
  return {
    attach,
    scroll,
    columns,
    size,
    cells,
    height: rows.getTotalSize(),
    scrollTo: (index: number) => {
      rows.scrollToIndex(Math.floor(index / columns));
    },
  };
}

const minTile = (): number =>
  MIN_TILE_REM * parseFloat(getComputedStyle(document.documentElement).fontSize);
