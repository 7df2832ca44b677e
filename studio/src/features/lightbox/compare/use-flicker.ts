import { useEffect, useState } from 'react';

/** Slow enough to be no flashing: WCAG allows at most three flashes a second. */
const INTERVAL_MS = 700;

/** Alternates between two pictures, until it is done by hand; only by hand where motion is reduced. */
export function useFlicker(): { readonly isFirst: boolean; readonly toggle: () => void } {
  const [isFirst, setIsFirst] = useState(true);
  const [isAutomatic, setIsAutomatic] = useState(
    () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
  );
  useEffect(() => {
    if (!isAutomatic) return;
    const timer = setInterval(() => {
      setIsFirst((before) => !before);
    }, INTERVAL_MS);
    return () => {
      clearInterval(timer);
    };
  }, [isAutomatic]);
  const toggle = () => {
    setIsAutomatic(false);
    setIsFirst((before) => !before);
  };
  return { isFirst, toggle };
}
