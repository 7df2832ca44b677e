import { useLayoutEffect, useState } from 'react';

/** An element and the width of its content, in pixels: without padding and scroll bar. */
export function useElementWidth() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (element === null) return;
    const read = () => {
      // The bar takes room from the right padding, so that both edges stand in line with the rest of the page.
      const bar = element.offsetWidth - element.clientWidth;
      element.style.setProperty('--scroll-bar', `${bar}px`);
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      setWidth(
        Math.floor(element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)),
      );
    };
    const observer = new ResizeObserver(read);
    observer.observe(element);
    read();
    return () => observer.disconnect();
  }, [element]);
  return [element, width, setElement] as const;
}
