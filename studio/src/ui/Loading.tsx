import { type ReactNode, useEffect, useState } from 'react';

/** Loads that take less than this show nothing in between. */
const DELAY_MS = 150;

/** Shows the skeleton of a place, once loading takes noticeable time. */
export function Loading({ children }: { readonly children: ReactNode }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isShown ? (
    <div aria-busy="true" style={{ height: '100%' }}>
      {children}
    </div>
  ) : null;
}
