import { readExactly, type ReadableBytes } from '../public/readable-bytes';
import type { Edits } from './edits';

const PADDING = 1;
const COMMENTS = 4;
const LAST = 0x80;

/** Makes the comments of a FLAC file padding of the same size (RFC 9639 §8). Pictures stay. */
export async function stripFlac(source: ReadableBytes, edits: Edits): Promise<void> {
  for (let at = 4, isLast = false; !isLast;) {
    const header = await readExactly(source, at, 4);
    const first = header.readUInt8(0);
    const end = at + 4 + header.readUIntBE(1, 3);
    isLast = first >= LAST;
    if ((first & ~LAST) === COMMENTS) {
      edits.blank(at, at + 1, Buffer.from([(first & LAST) | PADDING]));
      edits.blank(at + 4, Math.min(end, source.size));
    }
    at = end;
  }
}
