/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Reads a `Range` header: `undefined` for none, `unsatisfiable` for one that can't be served. */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined) return undefined;
  const found = /^bytes=(\d*)-(\d*)$/.exec(header);
  const [first, last] = [found?.[1] ?? '', found?.[2] ?? ''];
  if (first === '' && last === '') return 'unsatisfiable';
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
