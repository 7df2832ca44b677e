import {
  type ReadableBytes,
  MalformedFile,
  readExactly,
} from '../../../platform/imaging/readable-bytes';
import { type MediaFormat, mpegFrameLength } from './media-kind';

/** Behind its tags, an MP3 may have this much padding before the first frame. */
const MAX_MP3_PADDING = 64 * 1024;
/** A header, comments, and one page of sound. */
const MIN_OGG_PAGES = 3;
/** More than any real file has in front of its sound. */
const MAX_BLOCKS = 10_000;

type Check = (source: ReadableBytes) => Promise<boolean>;

const CHECKS: Partial<Record<MediaFormat, Check>> = {
  mp3: hasMpegFrames,
  flac: hasFlacFrame,
  wav: hasSamples,
  ogg: hasOggPages,
};

/** Checks that a file holds sound and not only its first bytes. @throws MalformedFile */
export async function requireSound(format: MediaFormat, source: ReadableBytes): Promise<void> {
  const check = CHECKS[format];
  if (check && !(await check(source))) throw new MalformedFile('there is no sound in this file');
}

/** Two MPEG frames in a row, behind any number of ID3 tags. */
async function hasMpegFrames(source: ReadableBytes): Promise<boolean> {
  let start = 0;
  for (let head = await source.read(0, 10); isId3(head); head = await source.read(start, 10))
    start += 10 + id3Length(head) + ((head[5] ?? 0) & 0x10 ? 10 : 0);
  const bytes = await source.read(start, MAX_MP3_PADDING);
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const length = mpegFrameLength(bytes, at);
    if (length !== null && mpegFrameLength(bytes, at + length) !== null) return true;
  }
  return false;
}

const isId3 = (head: Buffer): boolean =>
  head.length === 10 && head.toString('latin1', 0, 3) === 'ID3';

/** Seven bits in each byte. */
const id3Length = (head: Buffer): number =>
  [...head.subarray(6, 10)].reduce((length, byte) => length * 128 + (byte & 0x7f), 0);

/** A frame after the metadata blocks; the first block has a sample rate (RFC 9639 §8). */
async function hasFlacFrame(source: ReadableBytes): Promise<boolean> {
  const info = await readExactly(source, 4, 18);
  const hasInfo = (info[0] ?? 0) % 0x80 === 0 && info.readUIntBE(1, 3) === 34;
  if (!hasInfo || info.readUIntBE(14, 3) >>> 4 === 0) return false;
  let at = 4;
  for (let isLast = false, blocks = 0; !isLast && blocks < MAX_BLOCKS; blocks += 1) {
    const header = await readExactly(source, at, 4);
    isLast = ((header[0] ?? 0) & 0x80) !== 0;
    at += 4 + header.readUIntBE(1, 3);
  }
  const sync = await source.read(at, 2);
  return sync.length === 2 && sync.readUInt16BE(0) >>> 1 === 0x7ffc;
}

/** A `fmt ` chunk with a sample rate, and samples behind the header of a `data` chunk. */
async function hasSamples(source: ReadableBytes): Promise<boolean> {
  let rate = 0;
  for (let at = 12, chunks = 0; at + 8 < source.size && chunks < MAX_BLOCKS; chunks += 1) {
    const header = await readExactly(source, at, 8);
    const type = header.toString('latin1', 0, 4);
    if (type === 'fmt ') rate = (await readExactly(source, at + 8, 8)).readUInt32LE(4);
    if (type === 'data') return rate > 0;
    const length = header.readUInt32LE(4);
    at += 8 + length + (length % 2);
  }
  return false;
}

/** Pages one after the other (RFC 3533 §6). */
async function hasOggPages(source: ReadableBytes): Promise<boolean> {
  let at = 0;
  for (let pages = 0; pages < MIN_OGG_PAGES; pages += 1) {
    const header = await source.read(at, 27);
    if (header.length < 27 || header.toString('latin1', 0, 4) !== 'OggS') return false;
    const segments = await readExactly(source, at + 27, header[26] ?? 0);
    at += 27 + segments.length + segments.reduce((sum, length) => sum + length, 0);
  }
  return true;
}
