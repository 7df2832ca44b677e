import { useEffect, useEffectEvent } from 'react';

/** Two fingers change the size of tiles. */
export function usePinch(
  element: HTMLElement | null,
  size: number,
  onSize: (pixels: number) => void,
): void {
  const sizeNow = useEffectEvent(() => size);
  const change = useEffectEvent((pixels: number) => onSize(pixels));
  useEffect(() => {
    if (element === null) return;
    let start: { distance: number; size: number } | undefined;
    const onMove = (event: TouchEvent) => {
      const [a, b] = event.touches;
      if (a === undefined || b === undefined) return;
      event.preventDefault();
      const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      start ??= { distance, size: sizeNow() };
      change((start.size * distance) / Math.max(1, start.distance));
    };
    const onEnd = ({ touches }: TouchEvent) => {
      if (touches.length < 2) start = undefined;
    };
    element.addEventListener('touchmove', onMove, { passive: false });
    element.addEventListener('touchend', onEnd);
    return () => {
      element.removeEventListener('touchmove', onMove);
      element.removeEventListener('touchend', onEnd);
    };
  }, [element]);
}
