import {
  type ReadableBytes,
  MalformedFile,
  readExactly,
} from '../../../platform/imaging/readable-bytes';
import type { MediaProperties } from '../../../platform/imaging/media-properties';
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

async function hasSamples(source: ReadableBytes): Promise<boolean> {
  const sound = await wavSound(source);
  return sound !== null && sound.rate > 0;
}

/** The samples of a WAV: behind the header of its first `data` chunk, in the format of the `fmt ` chunk before. */
interface WavSound {
  readonly format: number;
  readonly channels: number;
  /** Per second. */
  readonly rate: number;
  /** Bytes of one sample of all channels. */
  readonly frameBytes: number;
  readonly bitsPerSample: number;
  /** Bytes that the header announces. */
  readonly bytes: number;
  readonly isWhole: boolean;
}

async function wavSound(source: ReadableBytes): Promise<WavSound | null> {
  let fmt: Buffer = Buffer.alloc(16);
  for (let at = 12, chunks = 0; at + 8 < source.size && chunks < MAX_BLOCKS; chunks += 1) {
    const header = await readExactly(source, at, 8);
    const type = header.toString('latin1', 0, 4);
    const length = header.readUInt32LE(4);
    if (type === 'fmt ') fmt = await readExactly(source, at + 8, 16);
    if (type === 'data')
      return {
        format: fmt.readUInt16LE(0),
        channels: fmt.readUInt16LE(2),
        rate: fmt.readUInt32LE(4),
        frameBytes: fmt.readUInt16LE(12),
        bitsPerSample: fmt.readUInt16LE(14),
        bytes: length,
        isWhole: at + 8 + length <= source.size,
      };
    at += 8 + length + (length % 2);
  }
  return null;
}

/** WAV formats whose samples all have the same size: integers and floating-point numbers. */
const UNCOMPRESSED = [1, 3];
/** More than any sound has; players may refuse it. */
const [MAX_CHANNELS, MAX_RATE] = [64, 768_000];

/**
 * Length of a WAV by its header, without starting ffprobe; `null` where it is compressed, cut off, inconsistent or says no
 * length.
 */
export async function readWavProperties(source: ReadableBytes): Promise<MediaProperties | null> {
  const sound = await wavSound(source);
  if (!sound?.isWhole || !UNCOMPRESSED.includes(sound.format)) return null;
  const { channels, rate, frameBytes, bitsPerSample, bytes } = sound;
  if (channels > MAX_CHANNELS || rate > MAX_RATE) return null;
  if (frameBytes !== channels * Math.ceil(bitsPerSample / 8)) return null;
  const duration = Number((bytes / (rate * frameBytes)).toFixed(6));
  if (!Number.isFinite(duration) || duration === 0) return null;
  return { width: null, height: null, duration, fps: null, hasVideo: false, hasAudio: true };
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
