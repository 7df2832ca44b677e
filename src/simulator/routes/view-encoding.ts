import type { Sharp } from 'sharp';
import { bytesAnswer, type Answer } from '../http/answer';
import { sharp } from '../drawing/sharp';

/** The requested encoding of a picture (`webp;50` or `jpeg`), and its channels. */
export interface EncodingOptions {
  readonly preview: string | null;
  readonly channel: string | null;
}

/** A picture in another encoding. Throws for a file that is no picture, which makes a 500. */
export async function reencoded(
  bytes: Buffer,
  filename: string,
  wish: EncodingOptions,
): Promise<Answer> {
  const { type, image } =
    wish.preview === null ? await channelOf(bytes, wish) : previewOf(bytes, wish);
  return bytesAnswer(await image.toBuffer(), type, 200, {
    'Content-Disposition': `filename="${filename}"`,
  });
}

interface Encoding {
  readonly type: string;
  readonly image: Sharp;
}

function previewOf(bytes: Buffer, { preview, channel }: EncodingOptions): Encoding {
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
async function channelOf(bytes: Buffer, { channel }: EncodingOptions): Promise<Encoding> {
  const type = 'image/png';
  if (channel === 'rgb') return { type, image: sharp(bytes).removeAlpha().png() };
  const alpha = sharp(bytes).toColourspace('srgb').ensureAlpha().extractChannel('alpha').raw();
  const { data, info } = await alpha.toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const black = sharp({ create: { ...size, channels: 3, background: 'black' } });
  return { type, image: black.joinChannel(data, { raw: { ...size, channels: 1 } }).png() };
}
