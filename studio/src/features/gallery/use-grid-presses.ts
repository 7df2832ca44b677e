import { type MouseEvent, type PointerEvent, useRef } from 'react';

const LONG_PRESS_MS = 450;
/** A finger that moves further is scrolling. */
const MAX_MOVE_PX = 10;

export interface CellAt {
  readonly index: number;
  readonly path: string;
}

interface GridPresses {
  readonly onOpen: (cell: CellAt) => void;
  readonly onPoint: (cell: CellAt) => void;
  readonly onToggle: (cell: CellAt) => void;
  readonly onExtend: (cell: CellAt) => void;
  readonly isSelecting: boolean;
}

/** The cell that an event happened in; undefined beside them and before the tile is loaded. */
function cellOf(target: EventTarget): CellAt | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  const { index, path } = cell?.dataset ?? {};
  return index === undefined || path === undefined ? undefined : { index: Number(index), path };
}

const isTick = (target: EventTarget) =>
  target instanceof Element && target.closest('[data-tick]') !== null;

/**
 * Presses on the grid. Mouse: shows details; Ctrl or the tick selects, Shift a range, twice opens. Finger: opens; long
 * selects, and while something is selected, short does.
 */
export function useGridPresses({ onOpen, onPoint, onToggle, onExtend, isSelecting }: GridPresses) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);
  const wasLong = useRef(false);
  const isTouch = useRef(false);
  const endPress = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };

  const onClick = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell === undefined || wasLong.current) return;
    if (event.shiftKey) onExtend(cell);
    else if (event.ctrlKey || event.metaKey || isTick(event.target)) onToggle(cell);
    else if (!isTouch.current) onPoint(cell);
    else if (isSelecting) onToggle(cell);
    else onOpen(cell);
  };
  return {
    onClick,
    onDoubleClick: (event: MouseEvent) => {
      const cell = cellOf(event.target);
      const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
      if (cell && isPlain && !isTouch.current && !isTick(event.target)) onOpen(cell);
    },
    onPointerDown: (event: PointerEvent) => {
      endPress();
      wasLong.current = false;
      isTouch.current = event.pointerType === 'touch';
      const cell = cellOf(event.target);
      if (!isTouch.current || !event.isPrimary || cell === undefined) return;
      const timer = setTimeout(() => {
        wasLong.current = true;
        onToggle(cell);
      }, LONG_PRESS_MS);
      press.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x = clientX, y = clientY } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > MAX_MOVE_PX) endPress();
    },
    onPointerUp: endPress,
    onPointerCancel: endPress,
    onContextMenu: (event: MouseEvent) => {
      // A long press selects; its menu would cover the picture.
      if (isTouch.current) event.preventDefault();
    },
  };
}
