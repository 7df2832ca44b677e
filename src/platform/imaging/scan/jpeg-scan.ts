import { type ReadableBytes, MalformedFile, readExactly } from '../readable-bytes';
import { orientationOf, orientationOnly } from './exif-orientation';
import { FilePieces } from './file-pieces';
import type { PictureFacts } from './picture-facts';

const TEM = 0x01;
const EOI = 0xd9;
const SOS = 0xda;
const COM = 0xfe;
const APP1 = 0xe1;
const APP2 = 0xe2;
const EXIF = 'Exif\0\0';
/** The end-of-image marker may be this far from the end of the file: some writers add padding. */
const TAIL = 65_536;
/** How much is read at once in search of a marker. */
const SEARCH_BYTES = 65_536;

interface Segment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

/** Walks a JPEG's segments (ITU T.81 annex B). @throws MalformedFile when it is cut off */
export async function scanJpeg(source: ReadableBytes, facts: PictureFacts): Promise<FilePieces> {
  const list = new FilePieces();
  let at = 2;
  list.keep(0, at);
  for (;;) {
    const segment = await segmentAt(source, at);
    await addFacts(source, segment, facts);
    if (segment.marker === SOS) break;
    const replacement = await metadataReplacement(source, segment, facts);
    if (replacement) list.pieces.push(...replacement);
    else list.keep(segment.start, segment.end);
    at = segment.end;
  }
  const tail = Math.max(at, source.size - TAIL);
  if (!(await source.read(tail, TAIL)).includes(Buffer.from([0xff, EOI])))
    throw new MalformedFile('the JPEG ends too early');
  await walkScans(source, at, facts);
  list.keep(at, source.size);
  return list;
}

/** Walks from the first scan to the end of the picture, or to where decoders stop with an error. */
async function walkScans(source: ReadableBytes, from: number, facts: PictureFacts): Promise<void> {
  let segment: Segment | null = await segmentAt(source, from);
  while (segment) {
    const at = await nextMarker(source, segment.end);
    segment = at === null ? null : await segmentAt(source, at).catch(nullIfMalformed);
    if (segment) await addFacts(source, segment, facts);
  }
}

function nullIfMalformed(error: unknown): null {
  if (error instanceof MalformedFile) return null;
  throw error;
}

/** Where the next marker with a segment starts; `null` when there is none before the end of the picture. */
async function nextMarker(source: ReadableBytes, from: number): Promise<number | null> {
  for (let start = from; start + 1 < source.size;) {
    const bytes = await source.read(start, SEARCH_BYTES);
    for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
      const marker = bytes[at + 1] ?? 0;
      if (marker === EOI) return null;
      if (marker !== 0xff && !isStandAlone(marker)) return start + at;
    }
    // The last byte may be the first one of a marker.
    start += Math.max(1, bytes.length - 1);
  }
  return null;
}

/** 0 is no marker but a data byte of 0xff; the others have no segment. */
const isStandAlone = (marker: number): boolean =>
  marker === 0 || marker === TEM || (marker >= 0xd0 && marker <= 0xd7);

async function addFacts(
  source: ReadableBytes,
  { marker, start, end }: Segment,
  facts: PictureFacts,
): Promise<void> {
  if (marker === SOS) facts.addScan();
  if (marker === COM || (marker & 0xf0) === 0xe0) facts.addMetadata(end - start);
  if (!isFrameHeader(marker) || facts.width > 0) return;
  const header = await readExactly(source, start, 9);
  facts.setSize(header.readUInt16BE(7), header.readUInt16BE(5));
}

/** 0xc0 to 0xcf, except for the tables that have markers among them. */
const isFrameHeader = (marker: number): boolean =>
  (marker & 0xf0) === 0xc0 && ![0xc4, 0xc8, 0xcc].includes(marker);

async function segmentAt(source: ReadableBytes, from: number): Promise<Segment> {
  let start = from;
  let header = await readExactly(source, start, 4);
  // Any number of fill bytes may stand in front of a marker.
  while (header[0] === 0xff && header[1] === 0xff) {
    start += 1;
    header = await readExactly(source, start, 4);
  }
  const marker = header[1] ?? 0;
  if (header[0] !== 0xff) throw new MalformedFile('the JPEG holds something that is no segment');
  if (marker < 0xc0 || (marker >= 0xd0 && marker <= EOI))
    throw new MalformedFile('the JPEG has no picture in it');
  const end = start + 2 + header.readUInt16BE(2);
  if (end > source.size) throw new MalformedFile('the JPEG ends too early');
  return { marker, start, end };
}

/** Whether a segment affects how the picture looks: of the application segments (0xe0 to 0xef) only JFIF and Adobe. */
const isPicture = (marker: number): boolean =>
  marker === 0xe0 || marker === 0xee || (marker !== COM && (marker & 0xf0) !== 0xe0);

/** What replaces a metadata segment; `null` for segments that stay, such as colour profiles. */
async function metadataReplacement(
  source: ReadableBytes,
  { marker, start, end }: Segment,
  facts: PictureFacts,
): Promise<Buffer[] | null> {
  if (isPicture(marker)) return null;
  const data = (await source.read(start, end - start)).subarray(4);
  if (marker === APP2 && startsWith(data, 'ICC_PROFILE\0')) return null;
  if (marker !== APP1 || !startsWith(data, EXIF)) return [];
  const orientation = orientationOf(data.subarray(EXIF.length));
  facts.orientation = orientation;
  return orientation === 1 ? [] : [exifSegment(orientationOnly(orientation))];
}

const startsWith = (data: Buffer, text: string): boolean =>
  data.toString('latin1', 0, text.length) === text;

function exifSegment(tiff: Buffer): Buffer {
  const head = Buffer.from([0xff, APP1, 0, 2 + EXIF.length + tiff.length]);
  return Buffer.concat([head, Buffer.from(EXIF, 'latin1'), tiff]);
}
