import type { ResizeOptions, Sharp } from 'sharp';
import { blendedPixels } from './blending';
import { Picture, rawChannel, rawPixels, type Pixels, type Size } from './picture';
import { sharp } from './sharp';

/** A rectangle in pixels; may lie partly or wholly outside of a picture. */
export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

type Kernel = NonNullable<ResizeOptions['kernel']>;

/** ComfyUI's names for ways to scale. Sharp has no `area`; `linear` comes closest. */
const KERNELS: Readonly<Record<string, Kernel>> = {
  'nearest-exact': 'nearest',
  bilinear: 'linear',
  area: 'linear',
  bicubic: 'cubic',
  lanczos: 'lanczos3',
};

/** Scales to a size; `crop` first cuts the middle to the aspect ratio of that size, else the picture is distorted. */
export function scaled(picture: Picture, size: Size, method = 'bilinear', crop = false): Picture {
  if (sameSize(picture.size, size)) return picture;
  const kernel = KERNELS[method] ?? 'linear';
  const fit = crop ? 'cover' : 'fill';
  return picture.transformed(size, (image) =>
    image.resize(size.width, size.height, { fit, kernel }),
  );
}

export function sameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

/** The part of a picture inside a box; the box is moved and cut to fit inside. */
export function cropped(picture: Picture, box: Box): Picture {
  const { width, height } = picture.size;
  const left = Math.min(Math.max(0, box.x), width - 1);
  const top = Math.min(Math.max(0, box.y), height - 1);
  const size = {
    width: Math.max(1, Math.min(box.width, width - left)),
    height: Math.max(1, Math.min(box.height, height - top)),
  };
  return picture.transformed(size, (image) => image.extract({ left, top, ...size }));
}

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A margin around a picture, in one colour. */
export function padded(
  picture: Picture,
  margins: { left?: number; top?: number; right?: number; bottom?: number },
  [r, g, b]: Rgb = [127, 127, 127],
): Picture {
  const { left = 0, top = 0, right = 0, bottom = 0 } = margins;
  const { width, height } = picture.size;
  const size = { width: width + left + right, height: height + top + bottom };
  const background = { r, g, b };
  return picture.transformed(size, (image) =>
    image.extend({ left, top, right, bottom, background }),
  );
}

/** Lays a picture over another one where the mask is white. Parts outside of the other picture are cut off. */
export function composited(
  below: Picture,
  above: Picture,
  placement: { x: number; y: number; mask?: Picture | undefined },
): Picture {
  const box = visiblePart(below.size, above.size, placement);
  if (box === undefined) return below;
  const mask = placement.mask && cropped(scaled(placement.mask, above.size), box);
  return new Picture(below.size, below.channels, async () => {
    const { data, width, height } = await withAlpha(cropped(above, box), mask);
    const overlay = {
      input: data,
      raw: { width, height, channels: 4 as const },
      left: Math.max(0, placement.x),
      top: Math.max(0, placement.y),
    };
    return rawPixels((await below.open()).composite([overlay]), below.channels);
  });
}

/** The part of a picture that is inside of another one at that position; `undefined` when no part is. */
function visiblePart(
  below: Size,
  above: Size,
  { x, y }: { x: number; y: number },
): Box | undefined {
  const part = {
    x: Math.max(0, -x),
    y: Math.max(0, -y),
    width: Math.min(above.width, below.width - x) - Math.max(0, -x),
    height: Math.min(above.height, below.height - y) - Math.max(0, -y),
  };
  return part.width > 0 && part.height > 0 ? part : undefined;
}

/** Replaces the alpha channel with the mask; without one the picture becomes opaque. */
async function withAlpha(picture: Picture, mask: Picture | undefined): Promise<Pixels> {
  const image = (await rgb(picture)).removeAlpha();
  if (mask === undefined) return rawPixels(image, 4);
  const { data, ...raw } = await mask.pixels();
  const { data: colours, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return rawPixels(
    sharp(colours, { raw: info }).joinChannel(data, { raw: { ...raw, channels: 1 } }),
    4,
  );
}

async function rgb(picture: Picture): Promise<Sharp> {
  const image = await picture.open();
  return picture.channels === 1 ? image.toColourspace('srgb') : image;
}

/** Blends two pictures: `share` of the second, 0 to 1. */
export function blendedPictures(first: Picture, second: Picture, share: number): Picture {
  const part = Math.min(1, Math.max(0, share));
  return new Picture(first.size, first.channels, async () => {
    const fitted = withChannels(scaled(second, first.size), first.channels);
    const [a, b] = await Promise.all([first.pixels(), fitted.pixels()]);
    return blendedPixels(a, b, part);
  });
}

/** As in ComfyUI, a missing alpha channel becomes opaque, and a surplus one is dropped. */
function withChannels(picture: Picture, channels: Pixels['channels']): Picture {
  if (picture.channels === channels) return picture;
  return picture.transformed(picture.size, (image) => image, channels);
}

/** The negative of a picture. */
export function inverted(picture: Picture): Picture {
  return picture.transformed(picture.size, (image) => image.negate({ alpha: false }));
}

/** The range of sharp. */
const MIN_SIGMA = 0.3;
const MAX_SIGMA = 1000;

/** A Gaussian blur; `sigma` in pixels. */
export function blurred(picture: Picture, sigma: number): Picture {
  if (sigma < MIN_SIGMA) return picture;
  return picture.transformed(picture.size, (image) => image.blur(Math.min(MAX_SIGMA, sigma)));
}

const CHANNELS = { red: 0, green: 1, blue: 2, alpha: 3 } as const;

/** One channel of a picture as a mask. Without an alpha channel, `alpha` gives a white mask. */
export function channelMask(picture: Picture, channel: keyof typeof CHANNELS): Picture {
  return new Picture(picture.size, 1, async () =>
    rawChannel((await rgb(picture)).ensureAlpha(), CHANNELS[channel]),
  );
}

/** A mask as a grey picture. */
export function greyPicture(mask: Picture): Picture {
  return new Picture(mask.size, 3, async () =>
    rawPixels((await mask.open()).toColourspace('srgb'), 3),
  );
}
