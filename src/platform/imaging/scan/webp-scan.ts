import { type ReadableBytes, MalformedFile, readExactly } from '../readable-bytes';
import { orientationOf, orientationOnly } from './exif-orientation';
import { FilePieces } from './file-pieces';
import type { PictureFacts } from './picture-facts';

const HEADER_BYTES = 12;
const VP8X_BYTES = 10;
/** Bits of the VP8X chunk that declare EXIF and XMP. */
const EXIF_BIT = 0x08;
const XMP_BIT = 0x04;
const METADATA = new Set(['ICCP', 'EXIF', 'XMP ']);

interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly length: number;
  /** With the padding byte. */
  readonly end: number;
}

/** Walks a WebP's chunks (RFC 9649). @throws MalformedFile when it is cut off */
export async function scanWebp(source: ReadableBytes, facts: PictureFacts): Promise<FilePieces> {
  const header = await readExactly(source, 0, HEADER_BYTES);
  const end = 8 + header.readUInt32LE(4);
  if (end > source.size) throw new MalformedFile('the WebP ends too early');
  const chunks = await chunksOf(source, end);
  const exif = await orientationChunk(source, chunks, facts);
  const list = new FilePieces();
  for (const chunk of chunks) {
    if (facts.width === 0) await readSize(source, chunk, facts);
    if (chunk.type === 'VP8X') list.add(await extended(source, chunk, exif !== null));
    else if (chunk.type !== 'EXIF' && chunk.type !== 'XMP ') list.keep(chunk.start, chunk.end);
    if (METADATA.has(chunk.type)) facts.addMetadata(chunk.length);
    if (chunk.type === 'ANMF') await addFrame(source, chunk, facts);
  }
  if (exif) list.add(exif);
  list.prepend(riffHeader(4 + list.length));
  return list;
}

/** The size of the canvas, or of a picture that has no canvas; other chunks don't say. */
async function readSize(source: ReadableBytes, chunk: Chunk, facts: PictureFacts): Promise<void> {
  const data = await source.read(chunk.start + 8, VP8X_BYTES);
  if (data.length < VP8X_BYTES) return;
  if (chunk.type === 'VP8X') facts.setSize(data.readUIntLE(4, 3) + 1, data.readUIntLE(7, 3) + 1);
  if (chunk.type === 'VP8 ')
    facts.setSize(data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff);
  if (chunk.type === 'VP8L') {
    const bits = data.readUInt32LE(1);
    facts.setSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
}

async function addFrame(source: ReadableBytes, chunk: Chunk, facts: PictureFacts): Promise<void> {
  const data = await readExactly(source, chunk.start + 14, 9);
  const seconds = data.readUIntLE(6, 3) / 1000;
  facts.addFrame(seconds, data.readUIntLE(0, 3) + 1, data.readUIntLE(3, 3) + 1);
}

async function chunksOf(source: ReadableBytes, end: number): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  let at = HEADER_BYTES;
  while (at < end) {
    const header = await readExactly(source, at, 8);
    const length = header.readUInt32LE(4);
    const chunk = {
      type: header.toString('latin1', 0, 4),
      start: at,
      length,
      end: at + 8 + length + (length % 2),
    };
    if (at + 8 + length > end)
      throw new MalformedFile('a chunk of the WebP is longer than the file');
    chunks.push({ ...chunk, end: Math.min(chunk.end, end) });
    at = chunk.end;
  }
  if (!chunks.some(({ type }) => type === 'VP8 ' || type === 'VP8L' || type === 'ANMF'))
    throw new MalformedFile('the WebP has no picture in it');
  return chunks;
}

/** An EXIF chunk with only the orientation; `null` where the picture is upright. */
async function orientationChunk(
  source: ReadableBytes,
  chunks: readonly Chunk[],
  facts: PictureFacts,
): Promise<Buffer | null> {
  const exif = chunks.find(({ type }) => type === 'EXIF');
  if (!exif) return null;
  const data = await source.read(exif.start + 8, Math.min(exif.length, 65_536));
  const tiff = data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data;
  const orientation = orientationOf(tiff);
  facts.orientation = orientation;
  if (orientation === 1) return null;
  const tiffBytes = orientationOnly(orientation);
  const head = Buffer.alloc(8);
  head.write('EXIF', 'latin1');
  head.writeUInt32LE(tiffBytes.length, 4);
  return Buffer.concat([head, tiffBytes]);
}

async function extended(source: ReadableBytes, chunk: Chunk, hasExif: boolean): Promise<Buffer> {
  if (chunk.length !== VP8X_BYTES) throw new MalformedFile('the VP8X chunk of the WebP is damaged');
  const bytes = Buffer.from(await readExactly(source, chunk.start, 8 + VP8X_BYTES));
  const flags = (bytes[8] ?? 0) & ~(EXIF_BIT | XMP_BIT);
  bytes[8] = hasExif ? flags | EXIF_BIT : flags;
  return bytes;
}

function riffHeader(size: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 'latin1');
  header.writeUInt32LE(size, 4);
  header.write('WEBP', 8, 'latin1');
  return header;
}
