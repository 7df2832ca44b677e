import sharp from 'sharp';
import { Chance, detailOf, subjectOf, type Dream } from './dream';
import { openPixels, Picture, rawPixels, type Pixels, type Size } from './picture';

/** The picture of a dream. */
export function dreamPicture(dream: Dream, size: Size): Picture {
  return new Picture(size, 3, async () => paint(dream, size));
}

async function paint(dream: Dream, size: Size): Promise<Pixels> {
  const drawn = await rawPixels(sharp(Buffer.from(scene(dream, size))), 3);
  if (dream.source === undefined || dream.strength >= 1) return drawn;
  const source = await rawPixels(
    (await dream.source.open()).resize(size.width, size.height, { fit: 'fill' }),
    3,
  );
  const over = await openPixels(drawn).ensureAlpha(dream.strength).raw().toBuffer();
  return rawPixels(
    openPixels(source).composite([{ input: over, raw: { ...size, channels: 4 }, blend: 'over' }]),
    3,
  );
}

function scene(dream: Dream, { width, height }: Size): string {
  const subject = new Chance(subjectOf(dream));
  const detail = new Chance(detailOf(dream));
  const hue = subject.below(360);
  const blobs = Array.from({ length: 6 }, (_, index) => {
    const [x, y] = [detail.between(0, width), detail.between(0, height)];
    const radius = detail.between(0.25, 0.6) * Math.max(width, height);
    const colour = `hsl(${hue + detail.between(-50, 50)},${60 + index * 4}%,${30 + index * 8}%)`;
    return (
      `<radialGradient id="g${index}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${radius}">` +
      `<stop offset="0" stop-color="${colour}" stop-opacity="0.9"/>` +
      `<stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>` +
      `<rect width="${width}" height="${height}" fill="url(#g${index})"/>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="hsl(${hue},45%,22%)"/>${blobs.join('')}</svg>`
  );
}
