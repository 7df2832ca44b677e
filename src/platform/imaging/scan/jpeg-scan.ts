import { type ReadableBytes, MalformedFile, readExactly } from '../readable-bytes';
import { orientationOf, orientationOnly } from './exif-orientation';
import { FilePieces } from './file-pieces';
import type { PictureFacts } from './picture-facts';

const TEM = 0x01;
const FIRST_FRAME_HEADER = 0xc0;
const DHT = 0xc4;
const JPG = 0xc8;
const DAC = 0xcc;
const RST0 = 0xd0;
const RST7 = 0xd7;
const EOI = 0xd9;
const SOS = 0xda;
const COM = 0xfe;
const APP0_JFIF = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14_ADOBE = 0xee;
const EXIF = 'Exif\0\0';
/** The end-of-image marker may be this far from the end of the file, because some writers add padding. */
const MAX_PADDING_BYTES = 65_536;
/** How much is read at once in search of a marker. */
const SEARCH_BYTES = 65_536;

interface Segment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Checks the segments of a JPEG (ITU T.81 annex B), and adds what it learns to `facts`.
 * @returns the file without metadata other than orientation and colour profile
 * @throws MalformedFile when the file is cut off or no JPEG; PictureLimitExceeded
 */
export async function scanJpeg(source: ReadableBytes, facts: PictureFacts): Promise<FilePieces> {
  const pieces = new FilePieces();
  let at = 2;
  pieces.keep(0, at);
  for (;;) {
    const segment = await segmentAt(source, at);
    await addFacts(source, segment, facts);
    if (segment.marker === SOS) break;
    const metadata = await removableMetadata(source, segment);
    const orientation = metadata && exifOrientation(segment.marker, metadata);
    if (metadata === null) pieces.keep(segment.start, segment.end);
    if (orientation !== null) facts.orientation = orientation;
    if (orientation !== null && orientation !== 1)
      pieces.add(exifSegment(orientationOnly(orientation)));
    at = segment.end;
  }
  const tail = Math.max(at, source.size - MAX_PADDING_BYTES);
  if (!(await source.read(tail, MAX_PADDING_BYTES)).includes(Buffer.from([0xff, EOI])))
    throw new MalformedFile('the JPEG ends too early');
  await addScanFacts(source, at, facts);
  pieces.keep(at, source.size);
  return pieces;
}

/** Adds the facts of all scans, up to the end of the picture or to where decoders stop with an error. */
async function addScanFacts(
  source: ReadableBytes,
  from: number,
  facts: PictureFacts,
): Promise<void> {
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

/** 0 is not a marker but a data byte of 0xff; the others have no segment. */
const isStandAlone = (marker: number): boolean =>
  marker === 0 || marker === TEM || (marker >= RST0 && marker <= RST7);

async function addFacts(
  source: ReadableBytes,
  { marker, start, end }: Segment,
  facts: PictureFacts,
): Promise<void> {
  if (marker === SOS) facts.addScan();
  if (marker === COM || isApplicationSegment(marker)) facts.addMetadata(end - start);
  if (!isFrameHeader(marker) || facts.width > 0) return;
  const header = await readExactly(source, start, 9);
  facts.setSize(header.readUInt16BE(7), header.readUInt16BE(5));
}

/** 0xc0 to 0xcf, except for the tables and the extension that have markers among them. */
const isFrameHeader = (marker: number): boolean =>
  (marker & 0xf0) === FIRST_FRAME_HEADER && ![DHT, JPG, DAC].includes(marker);

async function segmentAt(source: ReadableBytes, from: number): Promise<Segment> {
  let start = from;
  let header = await readExactly(source, start, 4);
  // Any number of fill bytes may stand in front of a marker.
  while (header[0] === 0xff && header[1] === 0xff) {
    start += 1;
    header = await readExactly(source, start, 4);
  }
  const marker = header[1] ?? 0;
  if (header[0] !== 0xff) throw new MalformedFile('the JPEG holds data outside of its segments');
  if (marker < FIRST_FRAME_HEADER || (marker >= RST0 && marker <= EOI))
    throw new MalformedFile('the JPEG has an unexpected marker');
  const end = start + 2 + header.readUInt16BE(2);
  if (end > source.size) throw new MalformedFile('the JPEG ends too early');
  return { marker, start, end };
}

/** Whether a segment affects how the picture looks. Of the application segments only those of JFIF and Adobe do. */
const affectsPicture = (marker: number): boolean =>
  marker === APP0_JFIF ||
  marker === APP14_ADOBE ||
  (marker !== COM && !isApplicationSegment(marker));

/** The data of a metadata segment that must not stay in the file; `null` for segments that stay, such as colour profiles. */
async function removableMetadata(
  source: ReadableBytes,
  { marker, start, end }: Segment,
): Promise<Buffer | null> {
  if (affectsPicture(marker)) return null;
  const data = (await source.read(start, end - start)).subarray(4);
  return marker === APP2 && startsWith(data, 'ICC_PROFILE\0') ? null : data;
}

/** The orientation in a segment's data; `null` if the segment holds no EXIF. */
const exifOrientation = (marker: number, data: Buffer): number | null =>
  marker === APP1 && startsWith(data, EXIF) ? orientationOf(data.subarray(EXIF.length)) : null;

const isApplicationSegment = (marker: number): boolean => (marker & 0xf0) === 0xe0;

const startsWith = (data: Buffer, text: string): boolean =>
  data.toString('latin1', 0, text.length) === text;

function exifSegment(tiff: Buffer): Buffer {
  const head = Buffer.from([0xff, APP1, 0, 2 + EXIF.length + tiff.length]);
  return Buffer.concat([head, Buffer.from(EXIF, 'latin1'), tiff]);
}
