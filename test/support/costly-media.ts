import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { jpeg, png, pngChunk } from './media-samples';

/** Small files that were made to exhaust the memory or the time of whoever opens them. */

/** A PNG of a few megabytes with 900 texts that unpack to 7.9 MB each. */
export async function packedTexts(): Promise<Buffer> {
  const text = deflateSync(Buffer.alloc(7_900_000, 'a'));
  return withChunks(900, pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), text])));
}

/** A PNG with a colour profile that unpacks to 64 MB. */
export async function packedProfile(): Promise<Buffer> {
  const profile = deflateSync(Buffer.alloc(64_000_000));
  return withChunks(1, pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), profile])));
}

/** An animated PNG of 1 × 1 pixel. */
export function pngFrames(count: number): Promise<Buffer> {
  return withChunks(count, pngChunk('fcTL', Buffer.alloc(26)));
}

async function withChunks(count: number, chunk: Buffer): Promise<Buffer> {
  const plain = await png();
  return Buffer.concat([
    plain.subarray(0, 33),
    Buffer.alloc(count * chunk.length, chunk),
    plain.subarray(33),
  ]);
}

const GIF_HEAD = Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1');
const GIF_FRAME = Buffer.from('2c0000000001000100000202440100', 'hex');

/** An animated GIF of 1 × 1 pixel, 15 bytes a frame. */
export function gifFrames(count: number): Buffer {
  return Buffer.concat([
    GIF_HEAD,
    Buffer.alloc(count * GIF_FRAME.length, GIF_FRAME),
    Buffer.from(';'),
  ]);
}

/** 38 bytes that decode to a picture of edge × edge pixels. */
export function flatWebp(edge: number): Buffer {
  const file = Buffer.from(
    '524946461e000000574542505650384c110000002f000000000750b3ce34b3ff8188e87f0000',
    'hex',
  );
  file.writeUInt32LE((edge - 1) | ((edge - 1) << 14), 21);
  return file;
}

/** 10,000 × 10,000 pixels: decoding them takes seconds. */
export const HUGE_WEBP = flatWebp(10_000);

/** An animated WebP of so many empty frames. */
export function webpFrames(count: number): Buffer {
  const frame = Buffer.alloc(24);
  frame.write('ANMF', 'latin1');
  frame.writeUInt32LE(16, 4);
  const canvas = Buffer.alloc(18);
  canvas.write('VP8X', 'latin1');
  canvas.writeUInt32LE(10, 4);
  const body = Buffer.concat([canvas, Buffer.alloc(count * frame.length, frame)]);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + body.length, 4);
  return Buffer.concat([head, body]);
}

/** A progressive JPEG whose last scan stands in it so many times. */
export async function jpegScans(count: number): Promise<Buffer> {
  const file = await sharp(await jpeg(64, 64))
    .jpeg({ progressive: true })
    .toBuffer();
  const scan = file.subarray(file.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([
    file.subarray(0, -2),
    Buffer.alloc(count * scan.length, scan),
    file.subarray(-2),
  ]);
}

/** A JPEG with 20 MB of camera data. */
export async function jpegSegments(): Promise<Buffer> {
  const file = await jpeg();
  const segment = Buffer.alloc(2 + 65_535);
  segment.writeUInt32BE(0xffedffff);
  return Buffer.concat([
    file.subarray(0, 2),
    Buffer.alloc(320 * segment.length, segment),
    file.subarray(2),
  ]);
}
