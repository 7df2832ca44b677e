import { useNow } from './use-now';

/** Whole seconds until a time (ms since 1970), counted down; `null` for an unknown time. */
export function useSecondsUntil(time: number | null): number | null {
  const now = useNow(time !== null);
  return time === null ? null : Math.max(0, Math.round((time - now) / 1000));
}
