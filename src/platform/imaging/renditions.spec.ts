import sharp, { type Sharp } from 'sharp';
import { png } from '../../../test/support/media-samples';
import { difference, pixelsOf } from '../../../test/support/pixels';
import { simulatedPicture } from '../../../test/support/simulated-picture';
import { ImageTool } from './image-tool';
import type { PictureRenditions } from './image-work';
import { hashDistance, type PerceptualHash } from './perceptual-hash';
import { bytesOf } from './readable-bytes';
import { scanPicture } from './scan/picture-scan';

const EDGES = [256, 512];
const tool = new ImageTool();
afterAll(() => tool.onApplicationShutdown());

const render = (picture: Buffer): Promise<PictureRenditions> =>
  tool.renditions(picture, EDGES, { owner: null, maxPixels: 10_000_000 });

async function hashOf(picture: Buffer): Promise<PerceptualHash> {
  const { hash } = await render(picture);
  if (!hash) throw new Error('the picture has no hash');
  return hash;
}

describe('renditions of a picture', () => {
  it('are a thumbnail for each edge and a placeholder', async () => {
    const { thumbnails, placeholder } = await render(await png(1200, 600));
    const sizes = await Promise.all(thumbnails.map((one) => sharp(one).metadata()));
    expect(sizes).toMatchObject([
      { format: 'webp', width: 256, height: 128 },
      { format: 'webp', width: 512, height: 256 },
    ]);
    const { thumbHashToApproximateAspectRatio } = await import('thumbhash');
    expect(thumbHashToApproximateAspectRatio(placeholder)).toBeCloseTo(2, 0);
    expect(placeholder.length).toBeLessThan(40);
  });

  it.each<[string, (picture: Sharp) => Sharp]>([
    ['grey', (picture) => picture.toColourspace('b-w')],
    ['grey and transparent', (picture) => picture.toColourspace('b-w').ensureAlpha(0.5)],
    ['coloured and transparent', (picture) => picture.ensureAlpha(0.5)],
    ['of 16 bits', (picture) => picture.toColourspace('rgb16')],
  ])('are made of a picture that is %s', async (_, convert) => {
    const content = await convert(sharp(await png(300, 200)))
      .png()
      .toBuffer();
    const { thumbnails } = await render(content);
    expect(await sharp(thumbnails[0]).metadata()).toMatchObject({ width: 256, height: 171 });
  });

  it('are never larger than the picture', async () => {
    const { thumbnails } = await render(await png(40, 30));
    for (const one of thumbnails)
      expect(await sharp(one).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  it('have no hash for a picture of one colour', async () => {
    const create = { width: 64, height: 64, channels: 3, background: '#407020' } as const;
    expect((await render(await sharp({ create }).png().toBuffer())).hash).toBeNull();
  });
});

/** How a picture is stored that is upright once its EXIF orientation is applied. */
const STORED: readonly (readonly [orientation: number, store: (upright: Sharp) => Sharp])[] = [
  [1, (upright) => upright],
  [2, (upright) => upright.flop()],
  [3, (upright) => upright.rotate(180)],
  [4, (upright) => upright.flip()],
  [5, (upright) => upright.flop().rotate(270)],
  [6, (upright) => upright.rotate(270)],
  [7, (upright) => upright.flop().rotate(90)],
  [8, (upright) => upright.rotate(90)],
];

describe.each(['png', 'jpeg', 'webp'] as const)('EXIF orientation of a %s', (format) => {
  it.each(STORED)(
    '%s is applied to size, thumbnails, placeholder and hash',
    async (value, store) => {
      const scene = await simulatedPicture('a lighthouse at dusk', 7, 300);
      const upright = sharp(scene).extract({ left: 0, top: 0, width: 300, height: 200 }).png();
      const expected = await render(await upright.toBuffer());
      const turned = await store(sharp(await upright.toBuffer()))
        .png()
        .toBuffer();
      const stored = await sharp(turned)
        .toFormat(format, { quality: 100 })
        .withMetadata({ orientation: value })
        .toBuffer();
      expect(await scanPicture(bytesOf(stored))).toMatchObject({ width: 300, height: 200 });
      const actual = await render(stored);
      const [small, expectedSmall] = [actual, expected].map(({ thumbnails }) => thumbnails[0]!);
      expect(await sharp(small).metadata()).toMatchObject({ width: 256, height: 171 });
      const pixels = [small, expectedSmall].map((one) => pixelsOf(Buffer.from(one!)));
      expect(difference(await pixels[0]!, await pixels[1]!)).toBeLessThan(4);
      expect(
        difference(Buffer.from(actual.placeholder), Buffer.from(expected.placeholder)),
      ).toBeLessThan(8);
      expect(hashDistance(actual.hash!, expected.hash!)).toBeLessThanOrEqual(2);
    },
  );
});

describe('the perceptual hash', () => {
  const PROMPTS = ['a lighthouse at dusk', 'a red fox in the snow', 'portrait of a sailor'];

  it.each(PROMPTS)(
    'of a resized and recompressed "%s" differs in at most 4 bits',
    async (prompt) => {
      const picture = await simulatedPicture(prompt, 7);
      const original = await hashOf(picture);
      const copies = [
        sharp(picture).resize(1024).png(),
        sharp(picture).resize(200).webp({ quality: 50 }),
        sharp(picture).jpeg({ quality: 30 }),
        sharp(picture).modulate({ brightness: 1.1 }).jpeg(),
      ];
      for (const copy of copies)
        expect(hashDistance(await hashOf(await copy.toBuffer()), original)).toBeLessThanOrEqual(4);
    },
  );

  it.each(PROMPTS)('of another seed of "%s" differs in more than 16 bits', async (prompt) => {
    const hashes = await Promise.all(
      [7, 8, 9, 10].map(async (seed) => hashOf(await simulatedPicture(prompt, seed))),
    );
    for (const [at, hash] of hashes.entries())
      for (const other of hashes.slice(at + 1))
        expect(hashDistance(hash, other)).toBeGreaterThan(16);
  });
});
