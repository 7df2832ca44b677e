import type { Caller } from '../../../platform/access/caller';

/** Small pictures of media. */
export abstract class MediaThumbnails {
  /**
   * A WebP that fits into a square of 256 pixels; `null` for media that the caller may not see and those without a
   * picture.
   */
  abstract small(caller: Caller, path: string): Promise<Buffer | null>;
}
