import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type JustifiedRows, rowAtTop, rowOfItem } from './justified-rows';
import { MAX_SCROLL_PX, scrolledTo, scrollHeight, scrollTopOf } from './scroll-map';

/** Rows this far out of view are drawn already. */
const OVERSCAN_PX = 500;
/** The label of a day that stays at the top. */
const STICKY_PX = 40;
/** After so long without scrolling, the bar of a very high grid is put to its true place. */
const SETTLED_MS = 200;

/** The rows that are drawn, and how far the grid is moved against the scroll bar (0 up to 15 million pixels). */
export interface GridView {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly offset: number;
}

interface GridScrollOptions {
  readonly rows: JustifiedRows | undefined;
  readonly ratios: Uint16Array;
  /** Free space below the last row. */
  readonly endSpace: number;
  /** Where an item of the former list stands in the present one. */
  readonly moved: (index: number, before: Uint16Array, after: Uint16Array) => number;
}

const NOTHING: GridView = { firstRow: 0, lastRow: -1, offset: 0 };

/** Scrolling of a grid of known rows: which are in view, and jumps to an item. What is in view stays when rows change. */
export function useGridScroll({ rows, ratios, endSpace, moved }: GridScrollOptions) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [viewport, setViewport] = useState(0);
  const [view, setView] = useState(NOTHING);
  const place = useRef({ top: 0, scrollTop: 0 });
  const total = (rows?.height ?? 0) + endSpace;
  const sizes = useMemo(() => ({ total, viewport }), [total, viewport]);

  useLayoutEffect(() => {
    if (element === null) return;
    const observer = new ResizeObserver(() => setViewport(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);

  const show = useCallback(() => {
    if (rows === undefined || viewport === 0) return;
    const { top, scrollTop } = place.current;
    const next = {
      firstRow: rowAtTop(rows, top - OVERSCAN_PX),
      lastRow: Math.min(rows.tops.length - 1, rowAtTop(rows, top + viewport + OVERSCAN_PX)),
      offset: Math.round(scrollTop - top),
    };
    setView((before) => (isSame(before, next) ? before : next));
  }, [rows, viewport]);

  const scrollTo = useCallback(
    (wanted: number) => {
      const top = Math.max(0, Math.min(wanted, total - viewport));
      const scrollTop = Math.round(scrollTopOf(sizes, top));
      place.current = { top, scrollTop };
      element?.scrollTo({ top: scrollTop, behavior: 'instant' });
      show();
    },
    [element, show, sizes, total, viewport],
  );

  useLayoutEffect(() => {
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      const { scrollTop } = element;
      place.current = { top: scrolledTo(sizes, place.current, scrollTop), scrollTop };
      show();
      clearTimeout(timer);
      if (total > MAX_SCROLL_PX) timer = setTimeout(() => scrollTo(place.current.top), SETTLED_MS);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
    };
  }, [element, scrollTo, show, sizes, total]);

  const former = useRef<{ rows: JustifiedRows; ratios: Uint16Array }>(undefined);
  useLayoutEffect(() => {
    if (rows === undefined) return;
    const before = former.current;
    former.current = { rows, ratios };
    if (before === undefined || before.rows === rows || place.current.top === 0) show();
    else scrollTo(topAfterChange(before, { rows, ratios }, place.current.top, moved));
  }, [rows, ratios, moved, scrollTo, show]);

  const scrollToItem = useCallback(
    (index: number, align: 'nearest' | 'center') => {
      if (rows === undefined) return;
      const row = rowOfItem(rows, index);
      const top = rows.tops[row] ?? 0;
      const height = rows.heights[row] ?? 0;
      const highest = top - STICKY_PX;
      const lowest = top + height + endSpace - viewport;
      if (align === 'center') scrollTo(top - (viewport - height) / 2);
      else if (place.current.top > highest) scrollTo(row === 0 ? 0 : highest);
      else if (place.current.top < lowest) scrollTo(Math.min(lowest, highest));
    },
    [endSpace, rows, scrollTo, viewport],
  );

  const topNow = useCallback(() => place.current.top, []);
  return {
    setElement,
    view,
    viewport,
    height: scrollHeight(sizes),
    scrollTo,
    scrollToItem,
    topNow,
  };
}

const isSame = (a: GridView, b: GridView) =>
  a.firstRow === b.firstRow && a.lastRow === b.lastRow && a.offset === b.offset;

function topAfterChange(
  before: { rows: JustifiedRows; ratios: Uint16Array },
  after: { rows: JustifiedRows; ratios: Uint16Array },
  top: number,
  moved: GridScrollOptions['moved'],
): number {
  const row = rowAtTop(before.rows, top);
  const first = before.rows.firsts[row] ?? 0;
  const index = before.ratios === after.ratios ? first : moved(first, before.ratios, after.ratios);
  const into = top - (before.rows.tops[row] ?? 0);
  const newRow = rowOfItem(after.rows, index);
  const newTop = after.rows.tops[newRow] ?? 0;
  return newTop + Math.min(into, after.rows.heights[newRow] ?? 0);
}
