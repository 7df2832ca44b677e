import { useCallback, useEffectEvent, useLayoutEffect, useMemo } from 'react';
import type { MediaList } from '../../api/media';
import { movedIndex } from '../../api/media-layout';
import { useGridScroll } from '../../ui/use-grid-scroll';
import { useJustifiedRows } from '../../ui/use-justified-rows';
import type { Revealed } from './use-deep-link';
import { useElementWidth } from './use-element-width';
import { useKeptScroll } from './use-kept-scroll';

const GAP_PX = 4;
/** The label of a day grows with the size of the text. */
const HEADER_REM = 2.25;
/** Room for the selection bar. */
const END_PX = 80;

const pixelsOf = (rem: number): number =>
  Math.round(rem * parseFloat(getComputedStyle(document.documentElement).fontSize));

/** The rows of a list in the width of the page, and which of them are in view. */
export function useGridLayout(list: MediaList, rowHeight: number, revealed: Revealed | undefined) {
  const [scroller, width, measure] = useElementWidth();
  const { ratios, days } = list.layout;
  const hasDays = days[0]?.day !== '';
  const input = useMemo(
    () => ({
      list,
      ratios,
      sections: days.map(({ count }) => count),
      rowHeight,
      ...{
        width: Math.max(1, width),
        gap: GAP_PX,
        headerHeight: hasDays ? pixelsOf(HEADER_REM) : 0,
      },
    }),
    [ratios, days, list, rowHeight, width, hasDays],
  );
  const laidOut = useJustifiedRows(input);
  const rows = width > 0 ? laidOut?.rows : undefined;
  const shown = laidOut?.input.list ?? list;
  const grid = useGridScroll({
    rows,
    ratios: shown.layout.ratios,
    endSpace: END_PX,
    moved: movedIndex,
  });
  const { setElement, viewport, scrollTo, scrollToItem, topNow } = grid;
  const setScroller = useCallback(
    (element: HTMLElement | null) => {
      setElement(element);
      measure(element);
    },
    [setElement, measure],
  );
  const isReady = rows !== undefined && viewport > 0;
  const key = JSON.stringify([shown.layout.days[0]?.day === '', shown.filter]);
  useKeptScroll(key, isReady, scrollTo, topNow);
  const reveal = useEffectEvent((index: number) => scrollToItem(index, 'center'));
  useLayoutEffect(() => {
    if (isReady && revealed) reveal(revealed.index);
  }, [isReady, revealed]);
  return { ...grid, rows, shown, width, scroller, setScroller };
}
