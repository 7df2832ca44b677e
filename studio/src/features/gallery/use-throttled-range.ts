import { useThrottledCallback } from '@mantine/hooks';
import { useCallback, useState } from 'react';

/** Dragging the scroll bar passes many pages; only those where it rests are loaded. */
const THROTTLE_MS = 120;

/** The items whose tiles are loaded. */
export function useThrottledRange() {
  const [range, set] = useState({ first: 0, last: 0 });
  const setLater = useThrottledCallback(
    (first: number, last: number) =>
      set((before) => (before.first === first && before.last === last ? before : { first, last })),
    THROTTLE_MS,
  );
  const setRange = useCallback((first: number, last: number) => setLater(first, last), [setLater]);
  return { range, setRange };
}
