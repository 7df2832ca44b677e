import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Small generated files of every accepted type. */

/** A picture with random content, the same for the same seed. */
function pixels(width: number, height: number, seed = 1): sharp.Sharp {
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0; at < raw.length; at += 1) raw[at] = (at * 7 * seed + (at >> 5) * 13) & 255;
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

export const png = (width = 24, height = 16, seed = 1): Promise<Buffer> =>
  pixels(width, height, seed).png().toBuffer();
/** Different from every other upload. */
export const uniquePng = async (width = 24, height = 16): Promise<Buffer> =>
  Buffer.concat([await png(width, height), randomBytes(16)]);
export const jpeg = (width = 24, height = 16): Promise<Buffer> =>
  pixels(width, height).jpeg().toBuffer();
export const webp = (width = 24, height = 16): Promise<Buffer> =>
  pixels(width, height).webp({ lossless: true }).toBuffer();
export const gif = (): Promise<Buffer> => pixels(24, 16).gif().toBuffer();
export const avif = (): Promise<Buffer> => pixels(24, 16).avif({ effort: 0 }).toBuffer();

/** A picture with a rotated orientation and a camera comment in EXIF. */
export const rotated = (format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> =>
  pixels(24, 16)
    .toFormat(format, { quality: 100 })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { ImageDescription: 'a secret of the camera' } })
    .toBuffer();

/** Two frames, half a second each. */
export const animated = (format: 'webp' | 'gif'): Promise<Buffer> => {
  const raw = Buffer.alloc(24 * 16 * 2 * 3, 90).fill(200, 24 * 16 * 3);
  return sharp(raw, { raw: { width: 24, height: 32, channels: 3, pageHeight: 16 } })
    .toFormat(format, { delay: [500, 500], loop: 0 })
    .toBuffer();
};

export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** A few kilobytes that decode to a black picture of edge × edge pixels. */
export function decompressionBomb(edge: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header[8] = 1;
  const rows = Buffer.alloc(edge * (1 + Math.ceil(edge / 8)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** As ComfyUI saves it: the whole graph in a text chunk after the header. */
export function withGraph(picture: Buffer, graph = '{"3":{"class_type":"KSampler"}}'): Buffer {
  const text = pngChunk('tEXt', Buffer.from(`prompt\0${graph}`, 'latin1'));
  return Buffer.concat([picture.subarray(0, 33), text, picture.subarray(33)]);
}

/** One second of silence as WAV. */
export const wav = (): Buffer => wavFile(Buffer.alloc(8000, 128), { rate: 8000, bits: 8 });

/** A WAV of a sine tone at a quarter of the maximum level. */
export function tone(seconds: number, hz = 440): Buffer {
  const rate = 22_050;
  const samples = Buffer.alloc(2 * Math.round(seconds * rate));
  for (let at = 0; at < samples.length / 2; at += 1)
    samples.writeInt16LE(Math.round(8192 * Math.sin((2 * Math.PI * hz * at) / rate)), 2 * at);
  return wavFile(samples, { rate, bits: 16 });
}

/** A WAV with one channel. */
function wavFile(samples: Buffer, { rate, bits }: { rate: number; bits: number }): Buffer {
  const bytes = bits / 8;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(bytes * rate, 28);
  head.writeUInt16LE(bytes, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** A box of ISO base media. */
export function box(type: string, ...inside: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + inside.reduce((sum, one) => sum + one.length, 0), 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...inside]);
}

const uint32s = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, at) => bytes.writeUInt32BE(number, at * 4));
  return bytes;
};

const track = (handler: string, width: number, height: number): Buffer =>
  box(
    'trak',
    box('tkhd', Buffer.alloc(76), uint32s(width * 65_536, height * 65_536)),
    box('mdia', box('hdlr', uint32s(0, 0), Buffer.from(handler), Buffer.alloc(12))),
  );

/** The structure of an MP4 with sound: 640 × 360, 2.5 seconds, without frames. */
export function mp4(brand = 'isom'): Buffer {
  return Buffer.concat([
    box('ftyp', Buffer.from(brand), uint32s(512), Buffer.from('isomavc1')),
    box('mdat', Buffer.alloc(64)),
    box(
      'moov',
      box('mvhd', uint32s(0, 0, 0, 1000, 2500), Buffer.alloc(80)),
      track('soun', 0, 0),
      track('vide', 640, 360),
    ),
  ]);
}
