import { thumbHashToDataURL } from 'thumbhash';

/** Drawing one takes part of a millisecond, which counts while scrolling back and forth. */
const MAX_DRAWN = 1_000;
const drawn = new Map<string, string>();

/** The blurred picture of a thumbhash in base64, as a data URL. */
export function placeholderUrl(thumbhash: string | null | undefined): string | undefined {
  if (!thumbhash) return undefined;
  const before = drawn.get(thumbhash);
  if (before !== undefined) return before;
  const url = thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)));
  if (drawn.size >= MAX_DRAWN) drawn.clear();
  drawn.set(thumbhash, url);
  return url;
}
