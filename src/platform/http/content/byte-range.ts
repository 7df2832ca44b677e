/** Both ends inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range header (RFC 9110 §14): the requested range, `unsatisfiable`, or `null` where the whole file is the right
 * answer (no header, another unit, invalid, several ranges). The package `range-parser`, and so `send`, rejects suffixes
 * longer than the file, which video players ask for.
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
