/**
 * Whether an `If-None-Match` names this content: the weak comparison of RFC 9110 §13.1.2. Express' `request.fresh` would
 * ignore the header next to `Cache-Control: no-cache`, which `fetch` adds to every conditional request.
 */
export function isCached(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
