/** Both ends inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range header (RFC 9110 §14): the one range that it asks for, `unsatisfiable`, or `null` where the whole
 * file is the right answer (no header, another unit, nonsense, several ranges at once).
 */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/.exec(header ?? '');
  if (!match) return null;
  const [first, last] = [match[1], match[2]].map((digits) => (digits ? Number(digits) : null));
  if (first == null) return last == null ? null : lastBytes(last, size);
  if (last != null && last < first) return null;
  return first < size ? { start: first, end: Math.min(last ?? size, size - 1) } : 'unsatisfiable';
}

function lastBytes(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - length), end: size - 1 };
}

/** Whether If-None-Match names this entity tag: weak comparison (RFC 9110 §13.1.2). */
export function noneMatches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** Whether a Range may be honoured: If-Range is absent or names this very file (strong comparison). */
export function rangeStillHolds(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}
