import { useCallback, useState } from 'react';

const KEY = 'kinora.gallery.row-height';
export const MIN_ROW_HEIGHT = 72;
export const MAX_ROW_HEIGHT = 420;
const ON_PHONES = 132;
const ELSEWHERE = 184;

const clamp = (pixels: number) =>
  Math.round(Math.min(MAX_ROW_HEIGHT, Math.max(MIN_ROW_HEIGHT, pixels)));

function stored(): number {
  const usual = matchMedia('(max-width: 599px)').matches ? ON_PHONES : ELSEWHERE;
  try {
    return clamp(Number(localStorage.getItem(KEY)) || usual);
  } catch {
    return usual; // storage is blocked
  }
}

/** How high rows of the gallery are about, in pixels. Remembered by this browser. */
export function useRowHeight() {
  const [rowHeight, setState] = useState(stored);
  const setRowHeight = useCallback((pixels: number) => {
    const next = clamp(pixels);
    setState(next);
    try {
      localStorage.setItem(KEY, String(next));
    } catch {
      // Storage is blocked: the choice can't be kept.
    }
  }, []);
  return { rowHeight, setRowHeight };
}
