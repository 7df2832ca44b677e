import type { ResizeOptions, Sharp } from 'sharp';
import { blended } from './blending';
import { Picture, rawChannel, rawPixels, type Pixels, type Size } from './picture';
import { sharp } from './sharp';

/** A rectangle in pixels; may lie partly or wholly outside of a picture. */
export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

type Kernel = NonNullable<ResizeOptions['kernel']>;

/** ComfyUI's names for ways to scale. */
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
  return picture.through(size, (image) => image.resize(size.width, size.height, { fit, kernel }));
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
  return picture.through(size, (image) => image.extract({ left, top, ...size }));
}

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A margin around a picture, in one colour. */
export function padded(
  picture: Picture,
  room: { left?: number; top?: number; right?: number; bottom?: number },
  [r, g, b]: Rgb = [127, 127, 127],
): Picture {
  const { left = 0, top = 0, right = 0, bottom = 0 } = room;
  const { width, height } = picture.size;
  const size = { width: width + left + right, height: height + top + bottom };
  const background = { r, g, b };
  return picture.through(size, (image) => image.extend({ left, top, right, bottom, background }));
}

/** Lays a picture over another one where the mask is white. Parts outside of the other picture are cut off. */
export function composited(
  below: Picture,
  above: Picture,
  place: { x: number; y: number; mask?: Picture | undefined },
): Picture {
  const box = visiblePart(below.size, above.size, place);
  if (box === undefined) return below;
  const mask = place.mask && cropped(scaled(place.mask, above.size), box);
  return new Picture(below.size, below.channels, async () => {
    const { data, width, height } = await opaque(cropped(above, box), mask);
    const overlay = {
      input: data,
      raw: { width, height, channels: 4 as const },
      left: Math.max(0, place.x),
      top: Math.max(0, place.y),
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

/** The picture with a mask, or full visibility, as its alpha channel. */
async function opaque(picture: Picture, mask: Picture | undefined): Promise<Pixels> {
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
export function mixed(first: Picture, second: Picture, share: number): Picture {
  const part = Math.min(1, Math.max(0, share));
  return new Picture(first.size, first.channels, async () => {
    const [a, b] = await Promise.all([first.pixels(), scaled(second, first.size).pixels()]);
    return a.channels === b.channels ? blended(a, b, part) : a;
  });
}

/** The negative of a picture. */
export function inverted(picture: Picture): Picture {
  return picture.through(picture.size, (image) => image.negate({ alpha: false }));
}

export function blurred(picture: Picture, sigma: number): Picture {
  if (sigma < 0.3) return picture;
  return picture.through(picture.size, (image) => image.blur(Math.min(1000, sigma)));
}

const CHANNELS = { red: 0, green: 1, blue: 2, alpha: 3 } as const;

/** One channel of a picture as a mask; a picture without alpha is wholly visible. */
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
