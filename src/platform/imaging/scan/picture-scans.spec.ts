import sharp from 'sharp';
import {
  jpeg,
  animated,
  png,
  pngChunk,
  rotated,
  webp,
  withGraph,
} from '../../../../test/support/media-samples';
import { bytesOf, MalformedFile, withReadAhead } from '../readable-bytes';
import { scanJpeg } from './jpeg-scan';
import type { PictureScan } from './file-pieces';
import { scanPng } from './png-scan';
import { scanWebp } from './webp-scan';

const rewritten = (file: Buffer, { pieces }: PictureScan): Buffer =>
  Buffer.concat(
    pieces.map((piece) => ('from' in piece ? file.subarray(piece.from, piece.to) : piece)),
  );
/** Pixels as they are shown. */
const shown = (file: Buffer) => sharp(file, { animated: true }).autoOrient().raw().toBuffer();
const SCAN = { png: scanPng, jpeg: scanJpeg, webp: scanWebp };
const SECRETS = /KSampler|secret|Description/;

async function stripped(format: keyof typeof SCAN, file: Buffer): Promise<Buffer> {
  const scan = await SCAN[format](withReadAhead(bytesOf(file)));
  expect(scan.carriesMetadata).toBe(true);
  const clean = rewritten(file, scan);
  expect(clean.toString('latin1')).not.toMatch(SECRETS);
  expect(await shown(clean)).toEqual(await shown(file));
  expect((await SCAN[format](bytesOf(clean))).carriesMetadata).toBe(false);
  return clean;
}

describe('a picture without metadata', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('stays as it is (%s)', async (format) => {
    const file = await { png, jpeg, webp }[format]();
    const scan = await SCAN[format](bytesOf(file));
    expect(scan).toMatchObject({ carriesMetadata: false, frames: 1, seconds: null });
    expect(rewritten(file, scan)).toEqual(file);
  });
});

describe('metadata is removed, pixels stay', () => {
  it("takes ComfyUI's graph out of a PNG", async () => {
    const plain = await png();
    expect(await stripped('png', withGraph(plain))).toEqual(plain);
  });

  it('removes every kind of text chunk, and bytes after the end', async () => {
    const plain = await png();
    const chunks = ['tEXt', 'zTXt', 'iTXt', 'tIME'].map((type) =>
      pngChunk(type, Buffer.from('secret')),
    );
    const file = Buffer.concat([
      plain.subarray(0, 33),
      ...chunks,
      plain.subarray(33),
      Buffer.from('secret'),
    ]);
    expect(await stripped('png', file)).toEqual(plain);
  });

  it('removes the graph that ComfyUI appends to an animation', async () => {
    const plain = await png();
    const graph = pngChunk('comf', Buffer.from('workflow\0{"secret":1}'));
    const file = Buffer.concat([plain.subarray(0, -12), graph, plain.subarray(-12)]);
    expect(await stripped('png', file)).toEqual(plain);
  });

  it.each(['png', 'jpeg', 'webp'] as const)(
    'but the turn of the picture stays (%s)',
    async (format) => {
      const file = await rotated(format);
      const scan = await SCAN[format](bytesOf(file));
      const clean = rewritten(file, scan);
      expect(file.toString('latin1')).toMatch(SECRETS);
      expect(clean.toString('latin1')).not.toMatch(SECRETS);
      expect(await shown(clean)).toEqual(await shown(file));
      const { autoOrient } = await sharp(clean).metadata();
      expect(autoOrient).toEqual({ width: 16, height: 24 });
    },
  );

  it('removes comments and maker segments from a JPEG', async () => {
    const plain = await jpeg();
    const segment = (marker: number) =>
      Buffer.concat([Buffer.from([0xff, marker, 0, 8]), Buffer.from('secret')]);
    const file = Buffer.concat([
      plain.subarray(0, 2),
      segment(0xfe),
      segment(0xed),
      segment(0xe5),
      plain.subarray(2),
    ]);
    expect(await stripped('jpeg', file)).toEqual(plain);
  });
});

describe('an animated picture', () => {
  it('reads frames and length (WebP)', async () => {
    expect(await scanWebp(bytesOf(await animated('webp')))).toMatchObject({
      frames: 2,
      seconds: 1,
    });
  });

  it('reads frames and length (APNG)', async () => {
    const plain = await png();
    const control = (delay: number) => {
      const data = Buffer.alloc(26);
      data.writeUInt16BE(delay, 20);
      data.writeUInt16BE(10, 22);
      return pngChunk('fcTL', data);
    };
    const file = Buffer.concat([
      plain.subarray(0, 33),
      control(5),
      control(10),
      plain.subarray(33),
    ]);
    const scan = await scanPng(bytesOf(file));
    expect(scan).toMatchObject({ frames: 2, seconds: 1.5, carriesMetadata: false });
  });
});

describe('a damaged picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'is refused wherever it is cut off (%s)',
    async (format) => {
      const file = await { png, jpeg, webp }[format]();
      for (let length = 0; length < file.length; length += 1)
        await expect(SCAN[format](bytesOf(file.subarray(0, length)))).rejects.toThrow(
          MalformedFile,
        );
    },
  );

  it('is refused without a picture in it', async () => {
    const plain = await png();
    const noData = Buffer.concat([plain.subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))]);
    await expect(scanPng(bytesOf(noData))).rejects.toThrow(MalformedFile);
    const noHeader = Buffer.concat([plain.subarray(0, 8), plain.subarray(33)]);
    await expect(scanPng(bytesOf(noHeader))).rejects.toThrow(MalformedFile);
    const noScan = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
    await expect(scanJpeg(bytesOf(noScan))).rejects.toThrow(MalformedFile);
    const empty = Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1');
    await expect(scanWebp(bytesOf(empty))).rejects.toThrow(MalformedFile);
  });

  it('never loops, hangs or reads outside the file, whatever byte is wrong', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const file = await rotated(format);
      for (let at = 2; at < Math.min(file.length, 400); at += 1)
        for (const value of [0x00, 0x7f, 0xff]) {
          const broken = Buffer.from(file);
          broken[at] = value;
          await SCAN[format](bytesOf(broken)).catch((error: unknown) => {
            expect(error).toBeInstanceOf(MalformedFile);
          });
        }
    }
  });
});

describe('files made to exhaust the reader', () => {
  it('skips any number of fill bytes', async () => {
    const plain = await jpeg();
    const filled = Buffer.concat([
      plain.subarray(0, 2),
      Buffer.alloc(50_000, 0xff),
      plain.subarray(2),
    ]);
    expect((await scanJpeg(withReadAhead(bytesOf(filled)))).frames).toBe(1);
  });

  it.each([
    ['fill bytes of a JPEG', scanJpeg, Buffer.from('ffd8', 'hex'), Buffer.from('ff', 'hex')],
    ['comments of a JPEG', scanJpeg, Buffer.from('ffd8', 'hex'), Buffer.from('fffe0002', 'hex')],
    [
      'empty chunks of a PNG',
      scanPng,
      pngChunk('IHDR', Buffer.alloc(13)),
      Buffer.concat([pngChunk('tEXt', Buffer.alloc(0)), pngChunk('aaAa', Buffer.alloc(0))]),
    ],
    ['empty chunks of a WebP', scanWebp, Buffer.alloc(0), Buffer.from('abcd\0\0\0\0', 'latin1')],
  ])('rejects a file of half a million %s', async (_, scan, head, piece) => {
    const start = scan === scanPng ? 8 : scan === scanWebp ? 12 : 0;
    const file = Buffer.concat([Buffer.alloc(start), head, repeated(piece, 500_100)]);
    if (scan === scanWebp) file.writeUInt32LE(file.length - 8, 4);
    await expect(scan(withReadAhead(bytesOf(file)))).rejects.toThrow(/too many pieces/);
  });
});

const repeated = (piece: Buffer, times: number): Buffer =>
  Buffer.alloc(piece.length * times, piece);
