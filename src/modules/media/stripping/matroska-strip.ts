import { type EbmlElement, ebmlElementAt } from '../public/ebml-element';
import { MalformedFile, type ReadableBytes } from '../public/readable-bytes';
import type { Edits } from './edits';

const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TITLE = 0x7ba9;
const CRC = 0xbf;
const TAGS = 0x1254c367;
const TAG = 0x7373;
const VOID = 0xec;

/**
 * Makes tags and title of a WebM or Matroska file `Void` elements of the same size (RFC 9559 §5.1.8, RFC 8794 §11.3.2):
 * cues hold positions in the file, so nothing may move. Elements are looked at in a row, into those of open size too,
 * for what lies in a cluster has other ids.
 */
export async function stripMatroska(source: ReadableBytes, edits: Edits): Promise<void> {
  for (let at = 0; at + 2 <= source.size;) {
    const element = await elementAt(source, at, source.size);
    const { id, isOpen } = element;
    if (!isOpen && (id === TAGS || id === TAG)) hollow(edits, element);
    if (!isOpen && id === INFO) await stripInfo(source, edits, element);
    at = isOpen || id === SEGMENT ? element.start : element.end;
  }
}

/** With the title goes the checksum that it counts in. */
async function stripInfo(source: ReadableBytes, edits: Edits, info: EbmlElement): Promise<void> {
  const inside: EbmlElement[] = [];
  for (let at = info.start; at + 2 <= info.end && inside.length < 100;) {
    const element = await elementAt(source, at, info.end);
    inside.push(element);
    at = element.end;
  }
  if (!inside.some(({ id }) => id === TITLE)) return;
  for (const element of inside)
    if (element.id === TITLE || element.id === CRC) hollow(edits, element);
}

function hollow(edits: Edits, { at, end }: EbmlElement): void {
  const length = end - at;
  const isLong = length >= 9;
  const head = Buffer.alloc(isLong ? 9 : 2);
  head[0] = VOID;
  head[1] = isLong ? 0x01 : 0x80 | (length - 2);
  if (isLong) head.writeUIntBE(length - 9, 3, 6);
  edits.blank(at, end, head);
}

async function elementAt(source: ReadableBytes, at: number, limit: number): Promise<EbmlElement> {
  const element = await ebmlElementAt(source, at, limit);
  if (!element) throw new MalformedFile('the Matroska file holds something that is no element');
  return element;
}
