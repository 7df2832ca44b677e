import { crc32 } from 'node:zlib';
import { type ReadableBytes, MalformedFile, readExactly } from '../readable-bytes';
import { orientationOf, orientationOnly } from './exif-orientation';
import { FilePieces, type PictureScan } from './file-pieces';

/** Chunks that hold metadata: ComfyUI writes the graph into tEXt, of an animation into comf. */
const METADATA = new Set(['tEXt', 'zTXt', 'iTXt', 'comf', 'eXIf', 'tIME']);
const SIGNATURE_BYTES = 8;
const MAX_CHUNK = 2 ** 31 - 1;

interface Chunk {
  readonly type: string;
  readonly start: number;
  /** Of the data. */
  readonly length: number;
  readonly end: number;
}

/** Walks a PNG's chunks (W3C PNG §5). @throws MalformedFile when it has no whole picture in it */
export async function scanPng(source: ReadableBytes): Promise<PictureScan> {
  const list = new FilePieces();
  const animation = { frames: 0, seconds: 0 };
  let hasImageData = false;
  let at = SIGNATURE_BYTES;
  list.keep(0, at);
  for (;;) {
    const chunk = await chunkAt(source, at);
    if ((at === SIGNATURE_BYTES) !== (chunk.type === 'IHDR'))
      throw new MalformedFile('a PNG starts with one IHDR chunk');
    if (METADATA.has(chunk.type)) list.pieces.push(...(await orientationChunk(source, chunk)));
    else list.keep(chunk.start, chunk.end);
    if (chunk.type === 'fcTL') await addFrame(source, chunk, animation);
    hasImageData ||= chunk.type === 'IDAT';
    at = chunk.end;
    if (chunk.type === 'IEND') break;
  }
  if (!hasImageData) throw new MalformedFile('the PNG has no picture in it');
  const moves = animation.frames > 1;
  return {
    pieces: list.pieces,
    carriesMetadata: list.length !== source.size,
    frames: moves ? animation.frames : 1,
    seconds: moves ? animation.seconds : null,
  };
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
async function orientationChunk(source: ReadableBytes, chunk: Chunk): Promise<Buffer[]> {
  if (chunk.type !== 'eXIf') return [];
  const orientation = orientationOf(
    await source.read(chunk.start + 8, Math.min(chunk.length, 65_536)),
  );
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

/** APNG: each frame control chunk is a frame with its delay. */
async function addFrame(
  source: ReadableBytes,
  chunk: Chunk,
  animation: { frames: number; seconds: number },
): Promise<void> {
  const data = await readExactly(source, chunk.start + 8, 26);
  animation.frames += 1;
  animation.seconds += data.readUInt16BE(20) / (data.readUInt16BE(22) || 100);
}
