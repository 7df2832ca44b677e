/** Random access to a file's bytes. */
export interface EmbeddedSource {
  readonly size: number;
  /** `length` bytes from `offset`, fewer where the file ends before. */
  read(offset: number, length: number): Promise<Buffer>;
}

/** A text that a media file carries, with the name it carries it under (maybe none). */
export interface Word {
  readonly name: string;
  readonly text: string;
}

/** The file isn't what its first bytes claim, or is cut off: what was found before still counts. */
export class Damaged extends Error {}

/** Longer texts are no workflow. */
export const LONGEST_TEXT = 32 * 1024 * 1024;
/** More pieces than any real file is cut into. */
export const MOST_PIECES = 100_000;

/** Exactly `length` bytes. @throws Damaged where the file ends before, or when nobody would write that much there */
export async function bytesAt(
  source: EmbeddedSource,
  offset: number,
  length: number,
): Promise<Buffer> {
  if (length > LONGEST_TEXT || offset + length > source.size)
    throw new Damaged('longer than the file');
  const bytes = await source.read(offset, length);
  if (bytes.length < length) throw new Damaged('the file ends too early');
  return bytes;
}

const WINDOW = 64 * 1024;

/** Reads ahead, so that walking over many small pieces costs little; and not over more than {@link MOST_PIECES}. */
export function windowed(source: EmbeddedSource): EmbeddedSource {
  let start = 0;
  let window: Buffer = Buffer.alloc(0);
  let reads = 0;
  return {
    size: source.size,
    read: async (offset, length) => {
      reads += 1;
      if (reads > 3 * MOST_PIECES) throw new Damaged('cut into too many pieces');
      if (length > WINDOW) return source.read(offset, length);
      if (offset < start || offset + length > start + window.length) {
        window = await source.read(offset, WINDOW);
        start = offset;
      }
      return window.subarray(offset - start, offset - start + length);
    },
  };
}
