import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';
import { type ReadableBytes, MalformedFile, readExactly } from '../readable-bytes';
import { orientationOf, orientationOnly } from './exif-orientation';
import { FilePieces } from './file-pieces';
import type { PictureFacts } from './picture-facts';

/** Chunks that hold metadata: ComfyUI writes the graph into tEXt, of an animation into comf. */
const METADATA = new Set(['tEXt', 'zTXt', 'iTXt', 'comf', 'eXIf', 'tIME']);
/** Chunks that stay, but are read as metadata: colour profiles and suggested palettes. */
const KEPT_METADATA = new Set(['iCCP', 'sPLT']);

const after = (data: Buffer, from: number): number => data.indexOf(0, from) + 1 || data.length;

/** Chunks that may be packed, and where the packed data starts. Texts end with a zero byte. */
const PACKED: ReadonlyMap<string, (data: Buffer) => number> = new Map([
  ['zTXt', (data: Buffer) => after(data, 0) + 1],
  ['iCCP', (data: Buffer) => after(data, 0) + 1],
  ['iTXt', (data: Buffer) => after(data, after(data, after(data, 0) + 2))],
]);
const SIGNATURE_BYTES = 8;
const MAX_CHUNK = 2 ** 31 - 1;

interface Chunk {
  readonly type: string;
  readonly start: number;
  /** The length of its data. */
  readonly length: number;
  readonly end: number;
}

/** Walks a PNG's chunks (W3C PNG §5). @throws MalformedFile when it has no whole picture in it */
export async function scanPng(source: ReadableBytes, facts: PictureFacts): Promise<FilePieces> {
  const list = new FilePieces();
  let hasImageData = false;
  let at = SIGNATURE_BYTES;
  list.keep(0, at);
  for (;;) {
    const chunk = await chunkAt(source, at);
    if ((at === SIGNATURE_BYTES) !== (chunk.type === 'IHDR'))
      throw new MalformedFile('a PNG starts with one IHDR chunk');
    await addFacts(source, chunk, facts);
    if (METADATA.has(chunk.type))
      list.pieces.push(...(await orientationChunk(source, chunk, facts)));
    else list.keep(chunk.start, chunk.end);
    hasImageData ||= chunk.type === 'IDAT';
    at = chunk.end;
    if (chunk.type === 'IEND') break;
  }
  if (!hasImageData) throw new MalformedFile('the PNG has no picture in it');
  return list;
}

async function addFacts(source: ReadableBytes, chunk: Chunk, facts: PictureFacts): Promise<void> {
  if (chunk.type === 'IHDR') {
    const header = await readExactly(source, chunk.start + 8, 8);
    facts.setSize(header.readUInt32BE(0), header.readUInt32BE(4));
  }
  if (chunk.type === 'fcTL') await addFrame(source, chunk, facts);
  if (METADATA.has(chunk.type) || KEPT_METADATA.has(chunk.type)) facts.addMetadata(chunk.length);
  const packedFrom = PACKED.get(chunk.type);
  if (packedFrom === undefined) return;
  const data = await readExactly(source, chunk.start + 8, chunk.length);
  facts.addMetadata(await unpackedBytes(data.subarray(packedFrom(data)), facts.metadataLeft));
}

/** Bytes after unpacking, at most one more than `limit`; 0 for what isn't packed at all, or badly. */
async function unpackedBytes(packed: Buffer, limit: number): Promise<number> {
  try {
    return (await promisify(inflate)(packed, { maxOutputLength: limit + 1 })).length;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? limit + 1 : 0;
  }
}

async function chunkAt(source: ReadableBytes, start: number): Promise<Chunk> {
  const header = await readExactly(source, start, 8);
  const length = header.readUInt32BE(0);
  const type = header.toString('latin1', 4, 8);
  const end = start + 12 + length;
  if (!/^[A-Za-z]{4}$/.test(type) || length > MAX_CHUNK)
    throw new MalformedFile('the PNG holds something that is no chunk');
  if (end > source.size) throw new MalformedFile('the PNG ends too early');
  return { type, start, length, end };
}

/** What stays of a metadata chunk: the orientation, at most. */
async function orientationChunk(
  source: ReadableBytes,
  chunk: Chunk,
  facts: PictureFacts,
): Promise<Buffer[]> {
  if (chunk.type !== 'eXIf') return [];
  const orientation = orientationOf(
    await source.read(chunk.start + 8, Math.min(chunk.length, 65_536)),
  );
  facts.orientation = orientation;
  return orientation === 1 ? [] : [pngChunk('eXIf', orientationOnly(orientation))];
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** APNG: each frame control chunk is a frame with its size and delay. */
async function addFrame(source: ReadableBytes, chunk: Chunk, facts: PictureFacts): Promise<void> {
  const data = await readExactly(source, chunk.start + 8, 26);
  const seconds = data.readUInt16BE(20) / (data.readUInt16BE(22) || 100);
  facts.addFrame(seconds, data.readUInt32BE(4), data.readUInt32BE(8));
}
