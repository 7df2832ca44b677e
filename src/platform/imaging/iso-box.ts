import { readExactly, type ReadableBytes } from './readable-bytes';

/** A piece of an MP4, MOV, M4A or AVIF (ISO 14496-12 §4.2). Offsets in bytes from the file's start. */
export interface IsoBox {
  readonly type: string;
  /** Where the box begins, with its header. */
  readonly at: number;
  /** Where its content begins. */
  readonly start: number;
  /** At most the end of the enclosing box, even if the file claims more. */
  readonly end: number;
  /** Does it claim to be longer than the enclosing box? */
  readonly isCut: boolean;
}

/**
 * Reads the head of the box at `at`, which ends at `limit` at the latest; `null`: that is not a box, it would be shorter
 * than its head. @throws MalformedFile where the file ends before
 */
export async function isoBoxAt(
  source: ReadableBytes,
  at: number,
  limit: number,
): Promise<IsoBox | null> {
  const header = await readExactly(source, at, 8);
  const short = header.readUInt32BE(0);
  const isLong = short === 1;
  const size = isLong ? Number((await readExactly(source, at + 8, 8)).readBigUInt64BE(0)) : short;
  const start = at + (isLong ? 16 : 8);
  // Size 0 means up to the end of the enclosing box.
  const end = short === 0 ? limit : at + size;
  if (Math.min(end, limit) < start) return null;
  const type = header.toString('latin1', 4, 8);
  return { type, at, start, end: Math.min(end, limit), isCut: end > limit };
}
