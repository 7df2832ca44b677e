import { thumbHashToDataURL } from 'thumbhash';

/** Drawing one takes part of a millisecond, which counts while scrolling back and forth. */
const MAX_DRAWN = 1_000;
const drawn = new Map<string, string>();

/** The blurred picture of a thumbhash in base64, as a data URL; `undefined` if it can't be read. */
export function placeholderUrl(thumbhash: string | null | undefined): string | undefined {
  if (!thumbhash) return undefined;
  const before = drawn.get(thumbhash);
  if (before !== undefined) return before;
  const url = draw(thumbhash);
  if (url === undefined) return undefined;
  if (drawn.size >= MAX_DRAWN) drawn.clear();
  drawn.set(thumbhash, url);
  return url;
}

function draw(thumbhash: string): string | undefined {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
