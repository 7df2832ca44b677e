/*
 * The program of a process that decodes pictures for the service: libvips opens files from outside only here. It
 * answers one request at a time, and ends with the process that started it.
 */
import sharp, { type Sharp } from 'sharp';
import { ContactSheetDrawing } from './contact-sheet';
import type { ImageAnswer, ImageResults, ImageWork } from './image-work';
import { peakResidentBytes } from './process-memory.store';

const THUMBNAIL_QUALITY = 80;

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

  thumbnail: ({ source, maxPixels, edge }) =>
    sharp(source, { failOn: 'none', limitInputPixels: maxPixels, autoOrient: true })
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: THUMBNAIL_QUALITY })
      .toBuffer(),

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
};

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
