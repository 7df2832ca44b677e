import sharp from 'sharp';
import { bytesAnswer, type Answer } from '../http/answer';

/** How a picture is wanted: `webp;50` or `jpeg`, and which channels. */
export interface Wish {
  readonly preview: string | null;
  readonly channel: string | null;
}

/** A picture in another encoding. Throws for a file that is no picture, which makes a 500. */
export async function reencoded(bytes: Buffer, filename: string, wish: Wish): Promise<Answer> {
  const { type, image } = wish.preview === null ? channelOf(bytes, wish) : previewOf(bytes, wish);
  return bytesAnswer(await image.toBuffer(), type, 200, {
    'Content-Disposition': `filename="${filename}"`,
  });
}

function previewOf(
  bytes: Buffer,
  { preview, channel }: Wish,
): { type: string; image: sharp.Sharp } {
  const parts = (preview ?? '').split(';');
  const last = parts.at(-1) ?? '';
  const quality = /^\d+$/.test(last) ? Math.min(100, Math.max(1, Number(last))) : 90;
  const isJpeg = parts[0] === 'jpeg' && !(channel ?? '').includes('a');
  const image = sharp(bytes);
  if (isJpeg) return { type: 'image/jpeg', image: image.flatten().jpeg({ quality }) };
  if (channel === 'rgb') image.removeAlpha();
  return { type: 'image/webp', image: image.webp({ quality }) };
}

/** The colours without alpha, or the alpha channel over black. */
function channelOf(bytes: Buffer, { channel }: Wish): { type: string; image: sharp.Sharp } {
  const image = sharp(bytes);
  if (channel === 'rgb') return { type: 'image/png', image: image.removeAlpha().png() };
  return { type: 'image/png', image: image.ensureAlpha().linear([0, 0, 0, 1], [0, 0, 0, 0]).png() };
}
