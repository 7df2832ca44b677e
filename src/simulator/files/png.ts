import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A whole PNG of 8-bit RGB pixels, without filters: for pictures that are made before sharp is needed. */
export function encodePng(pixels: Buffer, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y++) {
    pixels.copy(rows, y * (width * 3 + 1) + 1, y * width * 3, (y + 1) * width * 3);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The PNG with `tEXt` chunks right after its header, where the real node puts the graph. Texts must be ASCII. */
export function withTexts(
  png: Buffer,
  texts: Iterable<readonly [keyword: string, text: string]>,
): Buffer {
  const afterHeader = SIGNATURE.length + 25;
  const chunks = [...texts].map(([keyword, text]) =>
    chunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1')),
  );
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)]);
}

/** The `tEXt` chunks of a PNG. */
export function textsOf(png: Buffer): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (let at = SIGNATURE.length; at + 8 <= png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'tEXt') {
      const [keyword = '', ...rest] = png.toString('latin1', at + 8, at + 8 + length).split('\0');
      texts.set(keyword, rest.join('\0'));
    }
    at += length + 12;
  }
  return texts;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

const EXAMPLE_SIDE = 256;

/** `example.png` of a new input folder: a soft gradient, made without sharp. */
export function examplePicture(): Buffer {
  const pixels = Buffer.alloc(EXAMPLE_SIDE * EXAMPLE_SIDE * 3);
  for (let y = 0; y < EXAMPLE_SIDE; y++) {
    for (let x = 0; x < EXAMPLE_SIDE; x++) {
      const [u, v] = [x / EXAMPLE_SIDE, y / EXAMPLE_SIDE];
      const glow = Math.exp(-8 * ((u - 0.68) ** 2 + (v - 0.35) ** 2));
      pixels[(y * EXAMPLE_SIDE + x) * 3] = 70 + 110 * v + 75 * glow;
      pixels[(y * EXAMPLE_SIDE + x) * 3 + 1] = 95 + 60 * u + 80 * glow;
      pixels[(y * EXAMPLE_SIDE + x) * 3 + 2] = 170 - 70 * v + 40 * glow;
    }
  }
  return encodePng(pixels, EXAMPLE_SIDE, EXAMPLE_SIDE);
}
