import { createRequire } from 'node:module';
import { Injectable } from '@nestjs/common';
import type sharp from 'sharp';
import { Slots } from '../slots';

/** The picture can't be decoded. */
export class ImageUnreadable extends Error {}

/** What a picture's header says. */
export interface ImageProperties {
  /** As shown, with its orientation applied. */
  readonly width: number;
  readonly height: number;
  /** 1 for a still picture. */
  readonly frames: number;
  /** Length of an animation in seconds; `null` for a still picture. */
  readonly seconds: number | null;
}

/** Decoding takes memory and threads. */
const MAX_PARALLEL_DECODES = 2;
const THUMBNAIL_QUALITY = 80;

/**
 * Measures pictures and renders thumbnails with sharp (libvips), which is loaded at the first use to save memory and
 * time. Takes a file's absolute path or its bytes. Check the type first: libvips opens more formats than we accept.
 */
@Injectable()
export class ImageTool {
  private readonly slots = new Slots(MAX_PARALLEL_DECODES);
  private loaded: typeof sharp | null = null;

  /** Size and frames from the header; nothing is decoded. @throws ImageUnreadable */
  async measure(image: string | Buffer): Promise<ImageProperties> {
    const { autoOrient, pages, delay } = await this.attempt(() =>
      this.sharp(image, { limitInputPixels: false }).metadata(),
    );
    const frames = pages ?? 1;
    const milliseconds = (delay ?? []).reduce((sum, one) => sum + one, 0);
    return {
      width: autoOrient.width,
      height: autoOrient.height,
      frames,
      seconds: frames > 1 ? milliseconds / 1000 : null,
    };
  }

  /** Decodes the whole picture row by row. @throws ImageUnreadable when it is damaged or cut off */
  async verify(image: string | Buffer, maxPixels: number): Promise<void> {
    const options = { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true } as const;
    await this.slots.run(() => this.attempt(() => this.sharp(image, options).stats()));
  }

  /** A WebP that fits into a square of `edge` pixels, never larger than the picture. @throws ImageUnreadable */
  async thumbnail(image: string | Buffer, edge: number, maxPixels: number): Promise<Buffer> {
    const options = { failOn: 'none', limitInputPixels: maxPixels, autoOrient: true } as const;
    return this.slots.run(() =>
      this.attempt(() =>
        this.sharp(image, options)
          .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality: THUMBNAIL_QUALITY })
          .toBuffer(),
      ),
    );
  }

  private get sharp(): typeof sharp {
    this.loaded ??= load();
    return this.loaded;
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw new ImageUnreadable('the picture cannot be decoded', { cause: error });
    }
  }
}

function load(): typeof sharp {
  const tool = createRequire(__filename)('sharp') as typeof sharp;
  // A cache of decoded files would only use memory: every file is opened once or twice.
  tool.cache(false);
  return tool;
}
