import type { Sharp } from 'sharp';
import type { PictureSpec } from './picture-spec';
import { specPicture } from './paint';
import { openPixels, type Pixels, type Size } from './picture';

/** Longest side of a preview, as on the real one; small latents are enlarged. */
const SIDE = 512;
/** Previews are drawn at this size and then enlarged, which is fast and as blurred as a real preview. */
const DRAWN_SIDE = 128;
const MAX_BLUR = 9;

/** Makes previews of one picture, which get sharper as the `share` (0 to 1) of the finished steps grows. */
export function previewsOf(spec: PictureSpec, size: Size): (share: number) => Promise<Buffer> {
  const factor = Math.min(1, DRAWN_SIDE / Math.max(size.width, size.height));
  const small = {
    width: Math.max(1, Math.round(size.width * factor)),
    height: Math.max(1, Math.round(size.height * factor)),
  };
  let drawn: Promise<Pixels> | undefined;
  return async (share) => {
    drawn ??= specPicture(spec, small).pixels();
    const image = openPixels(await drawn);
    const sigma = MAX_BLUR * (1 - share);
    if (sigma > 0.3) image.blur(sigma);
    return encodeJpeg(image.resize(SIDE, SIDE, { fit: 'inside' }), 80);
  };
}

/** The start of a JPEG with a JFIF header, which some readers require and sharp omits. */
const JFIF = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');

/** A JPEG with its JFIF header. */
async function encodeJpeg(image: Sharp, quality: number): Promise<Buffer> {
  const jpeg = await image.jpeg({ quality }).toBuffer();
  return Buffer.concat([JFIF, jpeg.subarray(2)]);
}
