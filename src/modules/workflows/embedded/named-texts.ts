import {
  MalformedFile,
  readExactly,
  type ReadableBytes,
} from '../../../platform/imaging/readable-bytes';

/** An embedded text of a media file and its name, if it has one. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** More than any workflow needs; it also limits the sum of all texts. */
export const MAX_TEXT_LENGTH = 16 * 1024 * 1024;

/** More tags than any real file has. */
const MAX_TEXTS = 10_000;

/** More chunks, segments or boxes than any real file has. */
export const MAX_PIECES = 100_000;

/** The texts read so far. Limited, because a small file may decompress to very much. */
export class NamedTexts {
  readonly items: NamedText[] = [];
  private length = 0;

  /** @throws MalformedFile when there are too many texts or their sum is too long; earlier texts are still used */
  add(name: string, text: string): void {
    this.length += name.length + text.length;
    if (this.length > MAX_TEXT_LENGTH || this.items.length >= MAX_TEXTS)
      throw new MalformedFile('the file carries more text than anybody reads');
    this.items.push({ name, text });
  }
}

/** Exactly `length` bytes. @throws MalformedFile when the file ends before, or `length` exceeds {@link MAX_TEXT_LENGTH} */
export async function bytesAt(
  source: ReadableBytes,
  offset: number,
  length: number,
): Promise<Buffer> {
  if (length > MAX_TEXT_LENGTH)
    throw new MalformedFile('the file carries more text than anybody reads');
  if (offset + length > source.size) throw new MalformedFile('the file ends too early');
  return readExactly(source, offset, length);
}
