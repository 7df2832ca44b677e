import { Malformed, readExactly, type ReadableBytes } from '../public/readable-bytes';

/** A box of ISO base media (ISO 14496-12 §4.2). */
export interface Box {
  readonly type: string;
  /** Of the header. */
  readonly at: number;
  /** Of what is inside. */
  readonly start: number;
  readonly end: number;
}

/**
 * The box at `at`. One that claims to be longer than what it lies in ends with it.
 * @throws Malformed where none starts
 */
export async function boxAt(source: ReadableBytes, at: number, limit: number): Promise<Box> {
  const header = await readExactly(source, at, 8);
  const short = header.readUInt32BE(0);
  const isLong = short === 1;
  const size = isLong ? Number((await readExactly(source, at + 8, 8)).readBigUInt64BE(0)) : short;
  const start = at + (isLong ? 16 : 8);
  const end = short === 0 ? limit : Math.min(at + size, limit);
  if (end < start) throw new Malformed('a box of the file is shorter than its head');
  return { type: header.toString('latin1', 4, 8), at, start, end };
}
