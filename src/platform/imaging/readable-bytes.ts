/** Random access to a file's bytes. */
export interface ReadableBytes {
  readonly size: number;
  /**
   * `length` bytes from `offset`, fewer where the file ends before. Without a promise for bytes that are in memory: a
   * file may have hundreds of thousands of pieces, and each promise costs more than the read.
   */
  read(offset: number, length: number): Buffer | Promise<Buffer>;
}

/** The file is truncated or its structure is invalid. */
export class MalformedFile extends Error {}

/** Exactly `length` bytes from `offset`. @throws MalformedFile where the file ends before */
export function readExactly(
  source: ReadableBytes,
  offset: number,
  length: number,
): Buffer | Promise<Buffer> {
  const bytes = source.read(offset, length);
  return Buffer.isBuffer(bytes)
    ? requireLength(bytes, length)
    : bytes.then((read) => requireLength(read, length));
}

function requireLength(bytes: Buffer, length: number): Buffer {
  if (bytes.length < length) throw new MalformedFile('the file ends too early');
  return bytes;
}

/** A source in memory. */
export function bytesOf(buffer: Buffer): ReadableBytes {
  return {
    size: buffer.length,
    read: (offset, length) => buffer.subarray(offset, offset + length),
  };
}

const WINDOW = 128 * 1024;
/** Several times what the largest real file needs. */
const MAX_READS = 500_000;
/** Reads from the window don't yield to the event loop, so one yields after this many. */
const READS_PER_YIELD = 1_000;

/**
 * Reads ahead, so that walking over thousands of small chunks is cheap. The number of reads is limited: the chunk list
 * of a hostile file could fill the memory. @throws MalformedFile for a file in that many pieces
 */
export function withReadAhead(source: ReadableBytes): ReadableBytes {
  let start = 0;
  let window: Buffer = Buffer.alloc(0);
  let reads = 0;
  const isAhead = (offset: number, length: number): boolean =>
    offset >= start && offset + length <= start + window.length;
  const fromWindow = (offset: number, length: number): Buffer =>
    window.subarray(offset - start, offset - start + length);

  async function readSource(offset: number, length: number): Promise<Buffer> {
    if (reads % READS_PER_YIELD === 0) await new Promise(setImmediate);
    if (length > WINDOW) return source.read(offset, length);
    if (!isAhead(offset, length)) {
      window = await source.read(offset, WINDOW);
      start = offset;
    }
    return fromWindow(offset, length);
  }

  return {
    size: source.size,
    read: (offset, length) => {
      reads += 1;
      if (reads > MAX_READS) throw new MalformedFile('the file is cut into too many pieces');
      return reads % READS_PER_YIELD !== 0 && isAhead(offset, length)
        ? fromWindow(offset, length)
        : readSource(offset, length);
    },
  };
}
