const MEDIA_URL_PREFIX = '/media/';
const MEDIA_PATH = /^[A-Za-z0-9._-]{1,200}$/;

/**
 * The media path in a request's value, which is either the path or its `/media/<path>` URL. `null` for anything else, in
 * particular URLs of other hosts.
 */
export function mediaPath(reference: string): string | null {
  const path = reference.startsWith(MEDIA_URL_PREFIX)
    ? reference.slice(MEDIA_URL_PREFIX.length)
    : reference;
  return MEDIA_PATH.test(path) && path !== '.' && path !== '..' ? path : null;
}
