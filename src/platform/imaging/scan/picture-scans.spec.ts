import sharp from 'sharp';
import {
  animated,
  avif,
  gif,
  jpeg,
  png,
  pngChunk,
  rotated,
  webp,
  withGraph,
} from '../../../../test/support/media-samples';
import { bytesOf, MalformedFile } from '../readable-bytes';
import { type PictureScan, scanPicture } from './picture-scan';

const rewritten = (file: Buffer, { pieces }: PictureScan): Buffer =>
  Buffer.concat(
    (pieces ?? []).map((piece) => ('from' in piece ? file.subarray(piece.from, piece.to) : piece)),
  );
/** Pixels as they are shown. */
const shown = (file: Buffer) => sharp(file, { animated: true }).autoOrient().raw().toBuffer();
const scan = (file: Buffer): Promise<PictureScan> => scanPicture(bytesOf(file));
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const BLUE = { width: 24, height: 16, channels: 3, background: 'blue' } as const;
const SECRETS = /KSampler|secret|Description/;

async function stripped(file: Buffer): Promise<Buffer> {
  const scanned = await scan(file);
  expect(scanned.carriesMetadata).toBe(true);
  const clean = rewritten(file, scanned);
  expect(clean.toString('latin1')).not.toMatch(SECRETS);
  expect(await shown(clean)).toEqual(await shown(file));
  expect((await scan(clean)).carriesMetadata).toBe(false);
  return clean;
}

describe('a picture without metadata', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('stays as it is (%s)', async (format) => {
    const file = await { png, jpeg, webp }[format]();
    const scanned = await scan(file);
    expect(scanned).toMatchObject({ carriesMetadata: false, frames: 1, seconds: null });
    expect(rewritten(file, scanned)).toEqual(file);
  });
});

describe('metadata is removed, pixels stay', () => {
  it("takes ComfyUI's graph out of a PNG", async () => {
    const plain = await png();
    expect(await stripped(withGraph(plain))).toEqual(plain);
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
    expect(await stripped(file)).toEqual(plain);
  });

  it('removes the graph that ComfyUI appends to an animation', async () => {
    const plain = await png();
    const graph = pngChunk('comf', Buffer.from('workflow\0{"secret":1}'));
    const file = Buffer.concat([plain.subarray(0, -12), graph, plain.subarray(-12)]);
    expect(await stripped(file)).toEqual(plain);
  });

  it.each(['png', 'jpeg', 'webp'] as const)(
    'but the turn of the picture stays (%s)',
    async (format) => {
      const file = await rotated(format);
      const clean = rewritten(file, await scan(file));
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
    expect(await stripped(file)).toEqual(plain);
  });
});

describe('the size of a picture', () => {
  it.each([
    ['PNG', png],
    ['JPEG', jpeg],
    ['progressive JPEG', () => sharp({ create: BLUE }).jpeg({ progressive: true }).toBuffer()],
    ['lossless WebP', webp],
    ['lossy WebP', () => sharp({ create: BLUE }).webp().toBuffer()],
    ['WebP with a canvas', () => sharp({ create: BLUE }).withMetadata().webp().toBuffer()],
    ['GIF', gif],
    ['AVIF', avif],
  ])('is read as libvips reads it (%s)', async (_, make) => {
    const file = await make();
    const { width, height } = await scan(file);
    expect({ width, height }).toEqual({ width: 24, height: 16 });
    expect(await sharp(file).metadata()).toMatchObject({ width, height });
  });

  it.each(['png', 'jpeg', 'webp'] as const)('is as shown (%s)', async (format) => {
    expect(await scan(await rotated(format))).toMatchObject({ width: 16, height: 24 });
  });
});

describe('an animated picture', () => {
  it.each(['webp', 'gif'] as const)('reads size, frames and length (%s)', async (format) => {
    const facts = { width: 24, height: 16, frames: 2, seconds: 1, exceeded: null };
    expect(await scan(await animated(format))).toMatchObject(facts);
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
    expect(await scan(file)).toMatchObject({ frames: 2, seconds: 1.5, carriesMetadata: false });
  });
});

describe('a damaged picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'is refused wherever it is cut off (%s)',
    async (format) => {
      const file = await { png, jpeg, webp }[format]();
      for (let length = 0; length < file.length; length += 1)
        await expect(scan(file.subarray(0, length))).rejects.toThrow(MalformedFile);
    },
  );

  it('is refused without a picture in it', async () => {
    const plain = await png();
    const noData = Buffer.concat([plain.subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))]);
    await expect(scan(noData)).rejects.toThrow(MalformedFile);
    const noHeader = Buffer.concat([plain.subarray(0, 8), plain.subarray(33)]);
    await expect(scan(noHeader)).rejects.toThrow(MalformedFile);
    const noScan = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
    await expect(scan(noScan)).rejects.toThrow(MalformedFile);
    const empty = Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1');
    await expect(scan(empty)).rejects.toThrow(MalformedFile);
  });

  it('never loops, hangs or reads outside the file, whatever byte is wrong', async () => {
    const files = [...(['png', 'jpeg', 'webp'] as const).map(rotated), animated('gif'), avif()];
    for (const file of await Promise.all(files)) {
      for (let at = 2; at < Math.min(file.length, 400); at += 1)
        for (const value of [0x00, 0x7f, 0xff]) {
          const broken = Buffer.from(file);
          broken[at] = value;
          await scan(broken).catch((error: unknown) => {
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
    expect((await scan(filled)).frames).toBe(1);
  });

  it.each([
    ['fill bytes of a JPEG', Buffer.from('ffd8', 'hex'), Buffer.from('ff', 'hex')],
    ['comments of a JPEG', Buffer.from('ffd8', 'hex'), Buffer.from('fffe0002', 'hex')],
    [
      'empty chunks of a PNG',
      Buffer.concat([PNG_SIGNATURE, pngChunk('IHDR', Buffer.alloc(13))]),
      Buffer.concat([pngChunk('tEXt', Buffer.alloc(0)), pngChunk('aaAa', Buffer.alloc(0))]),
    ],
    [
      'empty chunks of a WebP',
      Buffer.from('RIFF\0\0\x40\0WEBP', 'latin1'),
      Buffer.from('abcd\0\0\0\0', 'latin1'),
    ],
    [
      'extensions of a GIF',
      Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(7)]),
      Buffer.from('21fe00', 'hex'),
    ],
  ])('rejects a file of half a million %s', async (_, head, piece) => {
    const file = Buffer.concat([head, Buffer.alloc(piece.length * 500_100, piece)]);
    if (head.toString('latin1', 0, 4) === 'RIFF') file.writeUInt32LE(file.length - 8, 4);
    await expect(scan(file)).rejects.toThrow(/too many pieces/);
  });
});
