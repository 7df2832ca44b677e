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
  const match = /^bytes=(\d*)-(\d*)$/.exec(header);
  const [first, last] = [numberIn(match?.[1]), numberIn(match?.[2])];
  const range = boundsOf(first, last, size);
  return range === undefined || range.start > range.end ? 'unsatisfiable' : range;
}

function boundsOf(
  first: number | undefined,
  last: number | undefined,
  size: number,
): ByteRange | undefined {
  if (first !== undefined) return { start: first, end: Math.min(last ?? size - 1, size - 1) };
  // `-5` stands for the last five bytes.
  return last === undefined ? undefined : { start: Math.max(0, size - last), end: size - 1 };
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : Number(text);
}
