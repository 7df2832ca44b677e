import { type ReadableBytes, MalformedFile, readExactly } from '../readable-bytes';
import { orientationOf, orientationOnly } from './exif-orientation';
import { FilePieces, type PictureScan } from './file-pieces';

const SOI = 0xd8;
const SOS = 0xda;
const COM = 0xfe;
const APP1 = 0xe1;
const APP2 = 0xe2;
const EXIF = 'Exif\0\0';
/** The end-of-image marker may be this far from the end of the file: some writers add padding. */
const TAIL = 65_536;

interface Segment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

/** Walks a JPEG's segments up to its first scan (ITU T.81 annex B). @throws MalformedFile when it is cut off */
export async function scanJpeg(source: ReadableBytes): Promise<PictureScan> {
  const list = new FilePieces();
  let at = 2;
  list.keep(0, at);
  for (;;) {
    const segment = await segmentAt(source, at);
    if (segment.marker === SOS) break;
    const replacement = await metadataReplacement(source, segment);
    if (replacement) list.pieces.push(...replacement);
    else list.keep(segment.start, segment.end);
    at = segment.end;
  }
  const tail = Math.max(at, source.size - TAIL);
  if (!(await source.read(tail, TAIL)).includes(Buffer.from([0xff, 0xd9])))
    throw new MalformedFile('the JPEG ends too early');
  list.keep(at, source.size);
  return {
    pieces: list.pieces,
    carriesMetadata: list.length !== source.size,
    frames: 1,
    seconds: null,
  };
}

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
  if (marker < 0xc0 || (marker >= 0xd0 && marker <= SOI + 1))
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
): Promise<Buffer[] | null> {
  if (isPicture(marker)) return null;
  const data = (await source.read(start, end - start)).subarray(4);
  if (marker === APP2 && startsWith(data, 'ICC_PROFILE\0')) return null;
  if (marker !== APP1 || !startsWith(data, EXIF)) return [];
  const orientation = orientationOf(data.subarray(EXIF.length));
  return orientation === 1 ? [] : [exifSegment(orientationOnly(orientation))];
}

const startsWith = (data: Buffer, text: string): boolean =>
  data.toString('latin1', 0, text.length) === text;

function exifSegment(tiff: Buffer): Buffer {
  const head = Buffer.from([0xff, APP1, 0, 2 + EXIF.length + tiff.length]);
  return Buffer.concat([head, Buffer.from(EXIF, 'latin1'), tiff]);
}
