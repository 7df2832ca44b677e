import { useCallback, useMemo, useState } from 'react';
import { actualZoom, FIT, type Frame, type Point, type View, zoomTo } from './model';

const STEP = 1.5;
const MIDDLE: Point = { x: 0, y: 0 };

/** A zoom that one or several panes share. */
export interface Zoom {
  readonly view: View;
  /** Changes the view by the frame of the pane that is used. */
  readonly change: (next: (view: View, frame: Frame) => View, frame: Frame) => void;
  /** Tells which frame the keys act on. */
  readonly setFrame: (frame: Frame | undefined) => void;
  readonly frame: Frame | undefined;
  readonly fit: () => void;
  readonly toActual: () => void;
  /** Between fit and 1:1, about a point from the pane's middle. */
  readonly toggle: (point: Point, frame: Frame) => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
}

/** The zoom of the lightbox; starts with the whole picture whenever `key` changes. */
export function useZoom(key: string): Zoom {
  const [state, setState] = useState({ key, view: FIT });
  const [frame, setFrame] = useState<Frame>();
  const view = state.key === key ? state.view : FIT;
  const setView = useCallback(
    (next: (view: View) => View) => {
      setState((current) => ({ key, view: next(current.key === key ? current.view : FIT) }));
    },
    [key],
  );
  return useMemo(() => {
    const byKey = (next: (view: View, frame: Frame) => View) => {
      if (frame) setView((current) => next(current, frame));
    };
    return {
      view,
      frame,
      setFrame,
      change: (next, used) => {
        setView((current) => next(current, used));
      },
      fit: () => {
        setView(() => FIT);
      },
      toActual: () => {
        byKey((current, used) => zoomTo(current, used, actualZoom(used), MIDDLE));
      },
      toggle: (point, used) => {
        setView((current) =>
          current.zoom === 1 ? zoomTo(current, used, actualZoom(used), point) : FIT,
        );
      },
      zoomIn: () => {
        byKey((current, used) => zoomTo(current, used, current.zoom * STEP, MIDDLE));
      },
      zoomOut: () => {
        byKey((current, used) => zoomTo(current, used, current.zoom / STEP, MIDDLE));
      },
    } satisfies Zoom;
  }, [view, frame, setView]);
}
