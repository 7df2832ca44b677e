import { exactTime, relativeTime } from './format';

/** A time relative to now, with the exact one on hover. */
export function Time({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {relativeTime(iso)}
    </time>
  );
}
