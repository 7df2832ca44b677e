import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Answers whether it did something with the key. */
type KeyHandler = (key: string) => boolean;

/** Keys that are pressed inside of the list; those with Ctrl, Alt or Meta are left to the browser. */
export function useListKeys(list: RefObject<HTMLElement | null>, onKey: KeyHandler): void {
  const latest = useRef(onKey);
  useLayoutEffect(() => {
    latest.current = onKey;
  });
  useLayoutEffect(() => {
    const element = list.current;
    // A listener of the element's own: menus of the rows are elsewhere in the document.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [list]);
}
