import type { ReadableBytes } from '../../media/public/readable-bytes';
import { bytesAt, MOST_PIECES, type Words } from './words';

const SEGMENT = 0x18538067;
const TAGS = 0x1254c367;
const TAG = 0x7373;
const SIMPLE_TAG = 0x67c8;
const TAG_NAME = 0x45a3;
const TAG_TEXT = 0x4487;

interface Element {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** The tags of a WebM or Matroska file (RFC 9559 §5.1.8). They may stand behind all pictures. */
export async function matroskaWords(source: ReadableBytes, words: Words): Promise<void> {
  const whole: Element = { id: 0, start: 0, end: source.size };
  for (const segment of await elementsIn(source, whole, SEGMENT))
    for (const tags of await elementsIn(source, segment, TAGS))
      for (const tag of await elementsIn(source, tags, TAG))
        for (const simple of await elementsIn(source, tag, SIMPLE_TAG))
          await addTag(source, simple, words);
}

async function addTag(source: ReadableBytes, simple: Element, words: Words): Promise<void> {
  const inside = await elementsIn(source, simple);
  const text = async (wanted: number): Promise<string> => {
    const element = inside.find(({ id }) => id === wanted);
    if (!element) return '';
    return (await bytesAt(source, element.start, element.end - element.start)).toString('utf8');
  };
  words.add(await text(TAG_NAME), await text(TAG_TEXT));
}

async function elementsIn(
  source: ReadableBytes,
  parent: Element,
  wanted?: number,
): Promise<Element[]> {
  const elements: Element[] = [];
  for (
    let at = parent.start, pieces = 0;
    at + 2 <= parent.end && pieces < MOST_PIECES;
    pieces += 1
  ) {
    const element = await elementAt(source, at, parent.end);
    if (!element) break;
    if (wanted === undefined || element.id === wanted) elements.push(element);
    at = element.end;
  }
  return elements;
}

async function elementAt(
  source: ReadableBytes,
  at: number,
  limit: number,
): Promise<Element | null> {
  const header = await bytesAt(source, at, Math.min(12, limit - at));
  const idLength = lengthOf(header[0] ?? 0);
  const sizeLength = lengthOf(header[idLength] ?? 0);
  if (idLength > 4 || sizeLength > 8 || idLength + sizeLength > header.length) return null;
  const id = header.readUIntBE(0, idLength);
  const start = at + idLength + sizeLength;
  const size = sizeOf(header.subarray(idLength, idLength + sizeLength));
  // A live recording leaves the size open.
  const end = size === null ? limit : start + size;
  return end > limit ? null : { id, start, end };
}

/** How many bytes a variable-length number has: one more than its first byte has leading zeros. */
function lengthOf(first: number): number {
  return Math.clz32(first) - 23;
}

function sizeOf(bytes: Buffer): number | null {
  const marker = 0x80 >> (bytes.length - 1);
  const digits = [(bytes[0] ?? 0) & (marker - 1), ...bytes.subarray(1)];
  const open = digits[0] === marker - 1 && digits.slice(1).every((digit) => digit === 0xff);
  return open ? null : digits.reduce((sum, digit) => sum * 256 + digit, 0);
}
