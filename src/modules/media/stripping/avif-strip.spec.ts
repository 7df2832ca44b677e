import sharp from 'sharp';
import { avif, box } from '../../../../test/support/media-samples';
import { SeededRandom } from '../../../../test/support/seeded-random';
import { bytesOf } from '../public/readable-bytes';
import { stripped } from './strip';

const WORDS = '{"class_type":"KSampler"}';

/** A picture that lies on its side, with words in EXIF and XMP. */
const wordy = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { ImageDescription: `prompt:${WORDS}` } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${WORDS}</x:xmpmeta>`)
    .avif({ effort: 0 })
    .toBuffer();

async function clean(file: Buffer): Promise<Buffer> {
  const pieces = await stripped(bytesOf(file), 'avif');
  return Buffer.concat(
    (pieces ?? [{ from: 0, to: file.length }]).map((piece) =>
      'from' in piece ? file.subarray(piece.from, piece.to) : piece,
    ),
  );
}

const shown = (file: Buffer) =>
  sharp(file).autoOrient().raw().toBuffer({ resolveWithObject: true });

it('EXIF and XMP go, pixels and their turn stay', async () => {
  const file = await wordy();
  const bare = await clean(file);
  expect(file.toString('latin1').match(/KSampler/g)).toHaveLength(2);
  expect(bare.toString('latin1')).not.toContain('KSampler');
  expect(bare.length).toBe(file.length);
  const [before, after] = await Promise.all([shown(file), shown(bare)]);
  expect(after.data.equals(before.data)).toBe(true);
  expect(after.info).toEqual(before.info);
  const { exif, xmp } = await sharp(bare).metadata();
  expect([exif, xmp]).toEqual([undefined, undefined]);
  expect(await stripped(bytesOf(bare), 'avif')).toBeNull();
});

it('a picture without words stays as it is', async () => {
  expect(await stripped(bytesOf(await avif()), 'avif')).toBeNull();
});

/** A file whose second item, EXIF, lies where `from` and `length` say; the first one is the picture. */
function made(from: number, length: number, method = 0): Buffer {
  const item = (id: number, construction: number, at: number, size: number) => [
    0,
    id,
    0,
    construction,
    0,
    0,
    0,
    1,
    at >> 8,
    at & 255,
    size >> 8,
    size & 255,
  ];
  const table = [...item(1, 0, 300, 50), ...item(2, method, from, length)];
  const iloc = Buffer.from([1, 0, 0, 0, 0x22, 0, 0, 2, ...table]);
  const infe = (id: number, type: string) =>
    box('infe', Buffer.from([2, 0, 0, 0, 0, id, 0, 0]), Buffer.from(`${type}\0\0`));
  const iinf = box('iinf', Buffer.from([0, 0, 0, 0, 0, 2]), infe(1, 'av01'), infe(2, 'Exif'));
  const idat = box('idat', Buffer.from(WORDS));
  const meta = box('meta', Buffer.alloc(4), box('iloc', iloc), iinf, idat);
  const head = Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0')), meta]);
  return Buffer.concat([head, Buffer.alloc(300 - head.length), Buffer.alloc(200, 'pictures')]);
}

it('words beside the tables go, too', async () => {
  expect((await clean(made(0, WORDS.length, 1))).includes('KSampler')).toBe(false);
});

it.each([
  ['over the picture', 320, 10],
  ['around the picture', 290, 100],
  ['behind the end', 400, 9000],
])('words that claim to lie %s take nothing of it', async (_, from, length) => {
  const file = made(from, length);
  expect((await clean(file)).subarray(300)).toEqual(file.subarray(300));
});

it('gives up on pieces that cost no bytes, however many the table claims', async () => {
  const item = Buffer.from([0, 1, 0, 0, 0, 0, 0xff, 0xff]);
  const head = Buffer.from([1, 0, 0, 0, 0, 0, 0xff, 0xff]);
  const iloc = box('iloc', head, Buffer.alloc(item.length * 65_535, item));
  const infe = box('infe', Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), Buffer.from('Exif\0\0'));
  const iinf = box('iinf', Buffer.from([0, 0, 0, 0, 0, 1]), infe);
  const file = Buffer.concat([box('ftyp'), box('meta', Buffer.alloc(4), iloc, iinf)]);
  expect(await stripped(bytesOf(file), 'avif')).toBeNull();
});

it('broken files: no fault, and no length changes', async () => {
  const random = SeededRandom.for('stripping broken AVIFs');
  const files = [await wordy(), made(360, 20)];
  for (let round = 0; round < 1000; round += 1) {
    const file = Buffer.from(random.pick(files));
    for (let times = random.below(6); times > 0; times -= 1)
      file[random.below(file.length)] = random.below(256);
    const cut = file.subarray(0, random.below(3) ? file.length : random.below(file.length));
    expect((await clean(cut)).length).toBe(cut.length);
  }
});
