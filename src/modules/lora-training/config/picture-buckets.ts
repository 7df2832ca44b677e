/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How the toolkit trains a picture at one resolution. */
export interface PictureBucket extends Size {
  readonly resolution: number;
  /** The part that is trained on, in pixels of the picture; the rest is cut away. */
  readonly crop: Size & { readonly left: number; readonly top: number };
}

/** Models whose sizes are multiples of 32 pixels; those of the others are multiples of 16. */
const IN_STEPS_OF_32 =
  /^(?:flux|flex1|chroma\w*|qwen_image\w*|anima|ernie_image|hidream_o1|ltx2[.\d]*|minimax_h3\w*|nucleus_image|wan22_5b)$/;

/** What width and height of the buckets of an architecture are multiples of. */
export const bucketStep = (arch: string): number =>
  IN_STEPS_OF_32.test(arch.split(':', 1)[0] ?? '') ? 32 : 16;

/**
 * The buckets that the toolkit (0.12.26) sorts a picture into: of at most `resolution` × `resolution` pixels, never scaled
 * up, in the picture's own shape rounded to multiples of `step`; the picture covers it, and is cropped around its centre.
 * The arithmetic follows the toolkit's, so that rounding agrees.
 */
export function bucketsOf(
  picture: Size,
  resolutions: readonly number[],
  step: number,
): PictureBucket[] {
  return resolutions.map((resolution) => {
    const bucket = bucketOf(picture, resolution, step);
    const scale = Math.max(bucket.width / picture.width, bucket.height / picture.height);
    const scaled = {
      width: Math.ceil(picture.width * scale),
      height: Math.ceil(picture.height * scale),
    };
    const toPicture = (pixels: number): number => Math.round(pixels / scale);
    const crop = {
      left: toPicture(Math.trunc((scaled.width - bucket.width) / 2)),
      top: toPicture(Math.trunc((scaled.height - bucket.height) / 2)),
      width: Math.min(picture.width, toPicture(bucket.width)),
      height: Math.min(picture.height, toPicture(bucket.height)),
    };
    return { resolution, ...bucket, crop };
  });
}

function bucketOf({ width, height }: Size, resolution: number, step: number): Size {
  const maxPixels = resolution * resolution;
  const targetPixels = Math.min(width * height, maxPixels);
  const scale = Math.sqrt(targetPixels / (width * height));
  const [columns, rows] = [(width * scale) / step, (height * scale) / step];
  const candidates = [
    [Math.floor(columns), Math.floor(rows)],
    [Math.floor(columns), Math.ceil(rows)],
    [Math.ceil(columns), Math.floor(rows)],
    [Math.ceil(columns), Math.ceil(rows)],
  ].map(([x = 0, y = 0]) => ({ width: x * step, height: y * step }));
  const fitting = candidates.filter(
    (size) => size.width > 0 && size.height > 0 && size.width * size.height <= maxPixels,
  );
  const difference = (size: Size): number => Math.abs(size.width * size.height - targetPixels);
  const [first, ...others] = fitting;
  const smallest = {
    width: Math.max(1, Math.floor(columns)) * step,
    height: Math.max(1, Math.floor(rows)) * step,
  };
  return others.reduce(
    (best, size) => (difference(size) < difference(best) ? size : best),
    first ?? smallest,
  );
}
