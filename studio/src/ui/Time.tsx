import { exactTime, relativeTime } from './format';
import { useMinute } from './use-now';

/** A time relative to now, with the exact one on hover. */
export function Time({ iso }: { readonly iso: string }) {
  const now = useMinute();
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {relativeTime(iso, new Date(now))}
    </time>
  );
}
