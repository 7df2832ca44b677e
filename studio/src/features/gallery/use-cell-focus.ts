import { useCallback, useLayoutEffect, useRef } from 'react';

/** Moves the focus to the cell under the cursor when that was asked for; a load never does. */
export function useCellFocus(cursor: number) {
  const gridRef = useRef<HTMLDivElement>(null);
  const isWanted = useRef(false);
  const focusCell = useCallback(() => {
    const cell = gridRef.current?.querySelector<HTMLElement>(`[data-index="${cursor}"]`);
    cell?.focus({ preventScroll: true });
    if (cell) isWanted.current = false;
  }, [cursor]);
  useLayoutEffect(() => {
    if (isWanted.current) focusCell();
  });
  /** The cell may be drawn with the next change only, or be another one then. */
  const focusNext = useCallback(() => {
    isWanted.current = true;
  }, []);
  const focus = useCallback(() => {
    isWanted.current = true;
    requestAnimationFrame(focusCell);
  }, [focusCell]);
  return { gridRef, focus, focusNext };
}
