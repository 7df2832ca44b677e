import type { ReadableBytes } from '../../../platform/imaging/readable-bytes';
import { exifTexts } from './exif-texts';
import { bytesAt, MAX_PIECES, type NamedTexts } from './named-texts';

/** The texts of a WebP's EXIF chunk (RFC 9649). */
export async function webpTexts(source: ReadableBytes, texts: NamedTexts): Promise<void> {
  for (let at = 12, pieces = 0; at + 8 <= source.size && pieces < MAX_PIECES; pieces += 1) {
    const header = await bytesAt(source, at, 8);
    const length = header.readUInt32LE(4);
    if (header.toString('latin1', 0, 4) === 'EXIF')
      exifTexts(await bytesAt(source, at + 8, length), texts);
    at += 8 + length + (length % 2);
  }
}

const START_OF_SCAN = 0xda;
const FILL = 0xff;

/** What the texts of a segment are, by its marker. */
const SEGMENTS: Readonly<Record<number, (data: Buffer, texts: NamedTexts) => void>> = {
  // APP1
  0xe1: exifTexts,
  // COM
  0xfe: (data, texts) => texts.add('', data.toString('utf8')),
};

/** The texts of a JPEG's EXIF and comment segments (ITU T.81 annex B). */
export async function jpegTexts(source: ReadableBytes, texts: NamedTexts): Promise<void> {
  for (let at = 2, pieces = 0; at + 4 <= source.size && pieces < MAX_PIECES; pieces += 1) {
    const header = await bytesAt(source, at, 4);
    const marker = header.readUInt8(1);
    if (header[0] !== 0xff || marker === START_OF_SCAN) return;
    const length = marker === FILL ? -1 : header.readUInt16BE(2);
    const read = length < 2 ? undefined : SEGMENTS[marker];
    read?.(await bytesAt(source, at + 4, length - 2), texts);
    at += 2 + length;
  }
}
