import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus on the cell under the cursor: where that was asked for, where the focus is in the grid already, and
 * where its cell is gone. A load never takes the focus from elsewhere.
 */
export function useCellFocus(cursor: number) {
  const gridRef = useRef<HTMLDivElement>(null);
  const isWanted = useRef(false);
  const latest = useRef<Element>(undefined);
  const focusCell = useCallback((selector: string) => {
    const cell = gridRef.current?.querySelector<HTMLElement>(selector);
    if (!cell) return;
    cell.focus({ preventScroll: true });
    isWanted.current = false;
    latest.current = cell;
  }, []);
  useLayoutEffect(() => {
    if (isWanted.current || hasFocus(gridRef.current, latest.current))
      focusCell(`[data-index="${cursor}"]`);
  });
  /** The cell may be drawn with the next change only, or be another one then. */
  const focusNext = useCallback(() => {
    isWanted.current = true;
  }, []);
  const focus = useCallback(() => {
    isWanted.current = true;
    // What has the focus may be about to go, such as a dialog that puts it back itself.
    requestAnimationFrame(() => focusCell('[role="gridcell"][tabindex="0"]'));
  }, [focusCell]);
  return { gridRef, focus, focusNext };
}

/** Whether the focus is on a cell, or was on one that is gone. */
function hasFocus(grid: HTMLElement | null, latest: Element | undefined): boolean {
  const active = document.activeElement;
  if (active === document.body) return latest?.isConnected === false;
  return active !== null && active.matches('[role="gridcell"]') && grid?.contains(active) === true;
}
