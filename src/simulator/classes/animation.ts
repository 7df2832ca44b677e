import { rawPixels, type Picture } from '../drawing/picture';
import { scaled } from '../drawing/picture-operations';
import { sharp } from '../drawing/sharp';

/** How an animated WebP is written. */
export interface AnimationOptions {
  readonly fps: number;
  readonly lossless: boolean;
  /** 0 to 100. */
  readonly quality: number;
  /** What the real one writes into camera tags: the graph, and the extra entries of the client. */
  readonly texts: readonly (readonly [keyword: string, text: string])[];
}

/** The tags that it takes one after the other, by the names that libexif has for them. */
const TAGS = ['Model', 'Make', 'ImageDescription', 'DocumentName'];

/** Pictures as one animated WebP, each shown equally long. */
export async function animatedWebp(
  frames: readonly Picture[],
  { fps, lossless, quality, texts }: AnimationOptions,
): Promise<Buffer> {
  const size = frames[0]?.size ?? { width: 1, height: 1 };
  const pages = await Promise.all(
    frames.map(async (picture) => (await rawPixels(await scaled(picture, size).open(), 3)).data),
  );
  const { width, height } = size;
  const delay = frames.map(() => Math.trunc(1000 / fps));
  const tags = texts.map(([key, text], at) => [TAGS[at] ?? '', `${key}:${text}`] as const);
  return sharp(Buffer.concat(pages), {
    raw: { width, height: height * pages.length, channels: 3, pageHeight: height },
    limitInputPixels: false,
  })
    .withExif({ IFD0: Object.fromEntries(tags.filter(([tag]) => tag !== '')) })
    .webp({ delay, loop: 0, lossless, quality: Math.max(1, quality), effort: 2 })
    .toBuffer();
}
