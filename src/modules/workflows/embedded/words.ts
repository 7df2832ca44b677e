import { MalformedFile, readExactly, type ReadableBytes } from '../../media/public/readable-bytes';

/** A text that a media file carries, with the name it carries it under (maybe none). */
export interface Word {
  readonly name: string;
  readonly text: string;
}

/** Longer texts are no workflow, nor are many of them together. */
export const LONGEST_TEXT = 32 * 1024 * 1024;

/** More pieces than any real file is cut into. */
export const MOST_PIECES = 100_000;

/** What a file carries, as far as it has been read. A small file may unfold to, or name again and again, very much. */
export class Words {
  readonly found: Word[] = [];
  private length = 0;

  /** @throws MalformedFile when all of them together get too long: what was found before still counts */
  add(name: string, text: string): void {
    this.length += name.length + text.length;
    if (this.length > LONGEST_TEXT)
      throw new MalformedFile('the file carries more text than anybody reads');
    this.found.push({ name, text });
  }
}

/** Exactly `length` bytes. @throws MalformedFile where the file ends before, or when nobody would write that much there */
export async function bytesAt(
  source: ReadableBytes,
  offset: number,
  length: number,
): Promise<Buffer> {
  if (length > LONGEST_TEXT)
    throw new MalformedFile('the file carries more text than anybody reads');
  if (offset + length > source.size) throw new MalformedFile('the file ends too early');
  return readExactly(source, offset, length);
}
