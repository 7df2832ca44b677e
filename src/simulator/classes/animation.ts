import { rawPixels, type Picture } from '../drawing/picture';
import { scaled } from '../drawing/picture-operations';
import { sharp } from '../drawing/sharp';

/** How an animated WebP is written. */
export interface AnimationOptions {
  readonly fps: number;
  readonly lossless: boolean;
  /** 0 to 100. */
  readonly quality: number;
}

/** Pictures as one animated WebP, each shown equally long. */
export async function animatedWebp(
  frames: readonly Picture[],
  { fps, lossless, quality }: AnimationOptions,
): Promise<Buffer> {
  const size = frames[0]?.size ?? { width: 1, height: 1 };
  const pages = await Promise.all(
    frames.map(async (picture) => (await rawPixels(await scaled(picture, size).open(), 3)).data),
  );
  const { width, height } = size;
  const delay = frames.map(() => Math.trunc(1000 / fps));
  return sharp(Buffer.concat(pages), {
    raw: { width, height: height * pages.length, channels: 3, pageHeight: height },
    limitInputPixels: false,
  })
    .webp({ delay, loop: 0, lossless, quality: Math.max(1, quality), effort: 2 })
    .toBuffer();
}
