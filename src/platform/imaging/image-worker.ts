/*
 * The program of a process that decodes pictures for the service: libvips opens files from outside only here. It
 * answers one request at a time, and ends with the process that started it.
 */
import sharp, { type Raw, type Sharp } from 'sharp';
import { ContactSheetDrawing } from './contact-sheet';
import type { ImageAnswer, ImageResults, ImageWork, PictureRenditions } from './image-work';
import { HASH_INPUT_EDGE, type PerceptualHash, perceptualHash } from './perceptual-hash';
import { fitOf } from './picture-fit';
import { peakResidentBytes } from './process-memory.store';

/** Of libwebp's efforts, 0 to 6, the default of 4 takes twice as long for files that are 2 to 5 % smaller. */
const THUMBNAIL = { quality: 80, effort: 2 };
/** ThumbHash takes no larger picture. */
const PLACEHOLDER_EDGE = 100;
/** What the perceptual hash sees behind transparency. */
const TRANSPARENT_AS = '#808080';
/** Around a picture of another shape, and behind transparency. */
const BARS = '#000000';

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});

const WORK: {
  readonly [Kind in ImageWork['kind']]: (
    work: Extract<ImageWork, { kind: Kind }>,
  ) => Promise<ImageResults[Kind]>;
} = {
  verify: async ({ source, maxPixels }) => {
    const options = { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true } as const;
    // One channel takes the least memory; all of them are decoded.
    await sharp(source, options).extractChannel(0).raw().toBuffer();
    return null;
  },

  hash: async ({ source, maxPixels }) => {
    const options = { failOn: 'error', limitInputPixels: maxPixels, autoOrient: true } as const;
    return hashOf(sharp(source, options).toColourspace('srgb'));
  },

  renditions: async ({ source, maxPixels, edges }) => {
    const edge = Math.max(...edges);
    const { data, info } = await sharp(source, {
      failOn: 'none',
      limitInputPixels: maxPixels,
      autoOrient: true,
    })
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return renditionsOf(data, info, edges);
  },

  lastFrame: async ({ source, maxPixels }) => {
    const options = { failOn: 'error', limitInputPixels: maxPixels } as const;
    const { pages = 1 } = await sharp(source, options).metadata();
    return sharp(source, { ...options, page: pages - 1, autoOrient: true })
      .png()
      .toBuffer();
  },

  contactSheet: ({ cells, columns }) => new ContactSheetDrawing(sharp).draw(cells, columns),

  decode: async ({ source, maxPixels }) => {
    const open = (): Sharp => sharp(source, { limitInputPixels: maxPixels, autoOrient: true });
    const { hasAlpha } = await open().metadata();
    const colours = open().toColourspace('srgb');
    const shaped = hasAlpha ? colours.ensureAlpha() : colours.removeAlpha();
    const { data, info } = await shaped
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, channels: hasAlpha ? 4 : 3 };
  },

  fit: async ({ source, maxPixels, size }) => {
    const options = { failOn: 'none', limitInputPixels: maxPixels, autoOrient: true } as const;
    const { autoOrient } = await sharp(source, options).metadata();
    return sharp(source, options)
      .toColourspace('srgb')
      .flatten({ background: BARS })
      .resize(size.width, size.height, { fit: fitOf(autoOrient, size), background: BARS })
      .removeAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer();
  },
};

/** @param pixels the picture, at least as large as the largest thumbnail */
async function renditionsOf(
  pixels: Buffer,
  { width, height, channels }: Raw,
  edges: readonly number[],
): Promise<PictureRenditions> {
  const picture = sharp(pixels, { raw: { width, height, channels } });
  const fitted = (edge: number): Sharp =>
    picture.clone().resize(edge, edge, { fit: 'inside', withoutEnlargement: true });
  const thumbnails: Buffer[] = [];
  for (const edge of edges) thumbnails.push(await fitted(edge).webp(THUMBNAIL).toBuffer());
  const small = await fitted(PLACEHOLDER_EDGE)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // An ES module.
  const { rgbaToThumbHash } = await import('thumbhash');
  return {
    thumbnails,
    placeholder: rgbaToThumbHash(small.info.width, small.info.height, small.data),
    hash: await hashOf(picture.clone()),
  };
}

async function hashOf(picture: Sharp): Promise<PerceptualHash | null> {
  const luminance = await picture
    .flatten({ background: TRANSPARENT_AS })
    .greyscale()
    .resize(HASH_INPUT_EDGE, HASH_INPUT_EDGE, { fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer();
  return perceptualHash(luminance);
}

async function answer(work: ImageWork): Promise<ImageAnswer> {
  const run = WORK[work.kind] as (work: ImageWork) => Promise<ImageResults[keyof ImageResults]>;
  const outcome = await run(work).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  return { ...outcome, peakBytes: peakResidentBytes() };
}

process.on('message', (work: ImageWork) => void answer(work).then((one) => process.send?.(one)));
// An ordinary exit would wait for libvips to finish.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl+C in a terminal goes to every process; the service ends this one when its work is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
