import { Malformed, type ReadableBytes } from '../public/readable-bytes';
import type { Edits } from './edits';

const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TITLE = 0x7ba9;
const CRC = 0xbf;
const TAGS = 0x1254c367;
const TAG = 0x7373;
const VOID = 0xec;

interface Element {
  readonly id: number;
  /** Of the id. */
  readonly at: number;
  /** Of what is inside. */
  readonly start: number;
  readonly end: number;
  /** A live recording doesn't know how long its segment and its clusters get. */
  readonly isOpen: boolean;
}

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
async function stripInfo(source: ReadableBytes, edits: Edits, info: Element): Promise<void> {
  const inside: Element[] = [];
  for (let at = info.start; at + 2 <= info.end && inside.length < 100;) {
    const element = await elementAt(source, at, info.end);
    inside.push(element);
    at = element.end;
  }
  if (!inside.some(({ id }) => id === TITLE)) return;
  for (const element of inside)
    if (element.id === TITLE || element.id === CRC) hollow(edits, element);
}

function hollow(edits: Edits, { at, end }: Element): void {
  const length = end - at;
  const isLong = length >= 9;
  const head = Buffer.alloc(isLong ? 9 : 2);
  head[0] = VOID;
  head[1] = isLong ? 0x01 : 0x80 | (length - 2);
  if (isLong) head.writeUIntBE(length - 9, 3, 6);
  edits.blank(at, end, head);
}

/** An element that claims to be longer than what it lies in ends with it. */
async function elementAt(source: ReadableBytes, at: number, limit: number): Promise<Element> {
  const header = await source.read(at, Math.min(12, limit - at));
  const idLength = lengthOf(header[0] ?? 0);
  const sizeLength = lengthOf(header[idLength] ?? 0);
  if (idLength > 4 || sizeLength > 8 || idLength + sizeLength > header.length)
    throw new Malformed('the Matroska file holds something that is no element');
  const start = at + idLength + sizeLength;
  const size = sizeOf(header.subarray(idLength, idLength + sizeLength));
  const end = size === null ? limit : Math.min(start + size, limit);
  return { id: header.readUIntBE(0, idLength), at, start, end, isOpen: size === null };
}

/** How many bytes a variable-length number has: one more than its first byte has leading zeros. */
function lengthOf(first: number): number {
  return Math.clz32(first) - 23;
}

/** `null`: left open. */
function sizeOf(bytes: Buffer): number | null {
  const marker = 0x80 >> (bytes.length - 1);
  const digits = [(bytes[0] ?? 0) & (marker - 1), ...bytes.subarray(1)];
  const isOpen = digits[0] === marker - 1 && digits.slice(1).every((digit) => digit === 0xff);
  return isOpen ? null : digits.reduce((sum, digit) => sum * 256 + digit, 0);
}
