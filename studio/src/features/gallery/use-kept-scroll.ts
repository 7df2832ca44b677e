import { useLayoutEffect, useRef } from 'react';

/** Where each list was left, for coming back to it. */
const tops = new Map<string, number>();
const MAX_KEPT = 50;

/** Comes back to where a list was left; another list begins at its top. */
export function useKeptScroll(
  key: string,
  isReady: boolean,
  scrollTo: (top: number) => void,
  topNow: () => number,
): void {
  const restored = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!isReady || restored.current === key) return;
    restored.current = key;
    scrollTo(tops.get(key) ?? 0);
  }, [isReady, key, scrollTo]);
  useLayoutEffect(
    () => () => {
      if (restored.current !== key) return;
      tops.delete(key);
      tops.set(key, topNow());
      const [oldest] = tops.keys();
      if (tops.size > MAX_KEPT && oldest !== undefined) tops.delete(oldest);
    },
    [key, topNow],
  );
}
