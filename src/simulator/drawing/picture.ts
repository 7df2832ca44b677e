import type { Sharp } from 'sharp';
import { sharp } from './sharp';

/** Decoded pixels, 8 bits a channel, rows from the top. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  /** 1 for a mask, 3 for a picture, 4 for a picture with alpha. */
  readonly channels: 1 | 3 | 4;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * A picture that is drawn when its pixels are read, so that caching a whole graph costs no memory. Concurrent readers
 * share one drawing, and pixels that are still in memory are not drawn again. Most work happens in sharp's threads.
 */
export class Picture {
  private drawing: Promise<Pixels> | undefined;
  private drawn: WeakRef<Pixels> | undefined;

  constructor(
    readonly size: Size,
    readonly channels: Pixels['channels'],
    private readonly draw: () => Promise<Pixels>,
  ) {}

  async pixels(): Promise<Pixels> {
    const pixels = this.drawn?.deref();
    if (pixels !== undefined) return pixels;
    this.drawing ??= this.drawAnew();
    return this.drawing;
  }

  private async drawAnew(): Promise<Pixels> {
    try {
      const pixels = await this.draw();
      this.drawn = new WeakRef(pixels);
      return pixels;
    } finally {
      this.drawing = undefined;
    }
  }

  /** The pixels as the start of a sharp pipeline. */
  async open(): Promise<Sharp> {
    return openPixels(await this.pixels());
  }

  /** This picture after an operation of sharp, drawn when its pixels are read; `size` is that of the result. */
  transformed(
    size: Size,
    transform: (image: Sharp) => Sharp,
    channels: Pixels['channels'] = this.channels,
  ): Picture {
    return new Picture(size, channels, async () =>
      rawPixels(transform(await this.open()), channels),
    );
  }
}

export function openPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
}

/** Runs a pipeline to raw pixels with that many channels. A mask is grey, so that any of its channels will do. */
export async function rawPixels(image: Sharp, channels: Pixels['channels']): Promise<Pixels> {
  if (channels === 1) return rawChannel(image, 0);
  const colours = image.toColourspace('srgb');
  const shaped = channels === 3 ? colours.removeAlpha() : colours.ensureAlpha();
  const { data, info } = await shaped.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels };
}

/** One channel of what a pipeline gives. In two steps, since sharp would turn colours into grey on the way. */
export async function rawChannel(image: Sharp, channel: 0 | 1 | 2 | 3): Promise<Pixels> {
  const whole = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height } = whole.info;
  if (whole.info.channels === 1) return { data: whole.data, width, height, channels: 1 };
  const one = sharp(whole.data, { raw: whole.info, limitInputPixels: false });
  const data = await one.extractChannel(channel).raw({ depth: 'uchar' }).toBuffer();
  return { data, width, height, channels: 1 };
}

/** A picture of one colour. */
export function plainPicture(size: Size, colour: readonly [number, number, number]): Picture {
  const [r, g, b] = colour;
  return new Picture(size, 3, async () =>
    rawPixels(
      sharp({
        create: { ...size, channels: 3, background: { r, g, b } },
        limitInputPixels: false,
      }),
      3,
    ),
  );
}

/** A mask of one value, 0 (black) to 255 (white). */
export function plainMask(size: Size, value: number): Picture {
  return new Picture(size, 1, () =>
    Promise.resolve({ ...size, channels: 1, data: Buffer.alloc(size.width * size.height, value) }),
  );
}
