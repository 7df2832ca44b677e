/** In pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Part of a picture's width or height that may be cropped before it gets bars instead. */
const MAX_CROP = 0.1;

/**
 * How a picture fills a frame of another shape: a small difference, of a size rounded to a grid for example, is cropped
 * away (`cover`); for a larger one the whole picture is shown with bars (`contain`).
 */
export function fitOf(picture: PictureSize, frame: PictureSize): 'cover' | 'contain' {
  const shapes = [picture.width / picture.height, frame.width / frame.height];
  return Math.min(...shapes) / Math.max(...shapes) >= 1 - MAX_CROP ? 'cover' : 'contain';
}
