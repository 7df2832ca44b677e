import type { PerceptualHash } from './perceptual-hash';
import type { PictureSize } from './picture-fit';

/** A picture's file, or its bytes. */
export type ImageSource = string | Uint8Array;

/** One picture of a contact sheet. */
export interface SheetCell {
  /** A thumbnail of ours; `null` where there is no picture. */
  readonly picture: Uint8Array | null;
  /** Written below it. */
  readonly label: string;
}

/** One request to a process that decodes pictures. */
export type ImageWork = DecodingWork | ContactSheetWork;

/** A WebP with the pictures in rows, each above its label. */
interface ContactSheetWork {
  readonly kind: 'contactSheet';
  readonly cells: readonly SheetCell[];
  readonly columns: number;
}

/** Work on one picture from outside. */
export type DecodingWork = {
  readonly source: ImageSource;
  /** libvips refuses to decode more. */
  readonly maxPixels: number;
} & (
  | /** Decodes everything, and keeps nothing. */ { readonly kind: 'verify' }
  | /** Decodes everything for the perceptual hash. */ { readonly kind: 'hash' }
  | /** What a catalogue shows of the picture, all from one decode. */ {
      readonly kind: 'renditions';
      /** The longer sides of the thumbnails in pixels. */
      readonly edges: readonly number[];
    }
  | /** The last frame of an animation as PNG. */ { readonly kind: 'lastFrame' }
  | /** The pixels of the first frame, upright. */ { readonly kind: 'decode' }
  | /** The first frame in a size, upright and without transparency. */ {
      readonly kind: 'fit';
      readonly size: PictureSize;
    }
);

/** The result of one kind of work. */
export interface ImageResults {
  readonly verify: null;
  readonly hash: PerceptualHash | null;
  readonly contactSheet: Uint8Array;
  readonly renditions: PictureRenditions;
  readonly lastFrame: Uint8Array;
  readonly decode: DecodedImage;
  /** 8 bits of red, green and blue for each pixel, in sRGB, rows from the top. */
  readonly fit: Uint8Array;
}

/** Small versions of a picture, or of its first frame, upright. */
export interface PictureRenditions {
  /** A WebP for each edge, in the same order. */
  readonly thumbnails: readonly Uint8Array[];
  /** ThumbHash: about 25 bytes that a client draws as a blurred picture until the thumbnail is there. */
  readonly placeholder: Uint8Array;
  readonly hash: PerceptualHash | null;
}

/** Pixels of 8 bits a channel in sRGB, rows from the top. */
export interface DecodedImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** 4 with transparency. */
  readonly channels: 3 | 4;
}

/** The one answer to each request. */
export type ImageAnswer = {
  /** The most memory that the process has held so far, in bytes. */
  readonly peakBytes: number;
} & (
  | { readonly result: ImageResults[keyof ImageResults] }
  | /** libvips' complaint. */ { readonly error: string }
);
