import { useEffect, useState } from 'react';

/** Whole seconds until a time (ms since 1970), counted down; `null` for an unknown time. */
export function useSecondsUntil(time: number | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (time === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [time]);
  return time === null ? null : Math.max(0, Math.round((time - now) / 1000));
}
