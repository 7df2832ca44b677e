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

/** Texts end with a zero byte. @returns the position after the text that starts at `from` */
const afterText = (data: Buffer, from: number): number => data.indexOf(0, from) + 1 || data.length;

/** Chunks that may be compressed, and where the compressed data starts. */
const COMPRESSED: ReadonlyMap<string, (data: Buffer) => number> = new Map([
  ['zTXt', (data: Buffer) => afterText(data, 0) + 1],
  ['iCCP', (data: Buffer) => afterText(data, 0) + 1],
  ['iTXt', (data: Buffer) => afterText(data, afterText(data, afterText(data, 0) + 2))],
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

/**
 * Reads the facts of a PNG chunk by chunk (W3C PNG §5), and returns what is left of it without metadata.
 * @throws MalformedFile if it holds no complete picture
 */
export async function scanPng(source: ReadableBytes, facts: PictureFacts): Promise<FilePieces> {
  const kept = new FilePieces();
  let hasImageData = false;
  let at = SIGNATURE_BYTES;
  kept.keep(0, at);
  for (;;) {
    const chunk = await chunkAt(source, at);
    if ((at === SIGNATURE_BYTES) !== (chunk.type === 'IHDR'))
      throw new MalformedFile('a PNG starts with one IHDR chunk');
    await addFacts(source, chunk, facts);
    if (!METADATA.has(chunk.type)) kept.keep(chunk.start, chunk.end);
    else if (chunk.type === 'eXIf') await keepOrientation(source, chunk, facts, kept);
    hasImageData ||= chunk.type === 'IDAT';
    at = chunk.end;
    if (chunk.type === 'IEND') break;
  }
  if (!hasImageData) throw new MalformedFile('the PNG has no picture in it');
  return kept;
}

async function addFacts(source: ReadableBytes, chunk: Chunk, facts: PictureFacts): Promise<void> {
  if (chunk.type === 'IHDR') {
    const header = await readExactly(source, chunk.start + 8, 8);
    facts.setSize(header.readUInt32BE(0), header.readUInt32BE(4));
  }
  if (chunk.type === 'fcTL') await addFrame(source, chunk, facts);
  if (METADATA.has(chunk.type) || KEPT_METADATA.has(chunk.type)) facts.addMetadata(chunk.length);
  const compressedFrom = COMPRESSED.get(chunk.type);
  if (!compressedFrom) return;
  const data = await readExactly(source, chunk.start + 8, chunk.length);
  const compressed = data.subarray(compressedFrom(data));
  facts.addMetadata(await decompressedBytes(compressed, facts.metadataLeft));
}

/** Bytes after decompression, at most one more than `limit`; 0 for data that is not compressed or is damaged. */
async function decompressedBytes(compressed: Buffer, limit: number): Promise<number> {
  try {
    return (await promisify(inflate)(compressed, { maxOutputLength: limit + 1 })).length;
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
    throw new MalformedFile('the PNG contains something that is not a chunk');
  if (end > source.size) throw new MalformedFile('the PNG ends too early');
  return { type, start, length, end };
}

/** Keeps only the orientation of an `eXIf` chunk. */
async function keepOrientation(
  source: ReadableBytes,
  chunk: Chunk,
  facts: PictureFacts,
  kept: FilePieces,
): Promise<void> {
  const orientation = orientationOf(
    await source.read(chunk.start + 8, Math.min(chunk.length, 65_536)),
  );
  facts.orientation = orientation;
  if (orientation !== 1) kept.add(pngChunk('eXIf', orientationOnly(orientation)));
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
