import { thumbHashToDataURL } from 'thumbhash';

/** The blurred picture of a thumbhash in base64, as a data URL. */
export function placeholderUrl(thumbhash: string | null | undefined): string | undefined {
  if (!thumbhash) return undefined;
  return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)));
}
