/** Metadata in one file: texts and profiles as they are unpacked, EXIF, XMP and comments. */
export const MAX_METADATA_BYTES = 16 * 1024 * 1024;
export const MAX_FRAMES = 10_000;
/** Over all frames: about 4,000 of 1920 × 1080. */
export const MAX_ANIMATION_PIXELS = 8_000_000_000;
/** Scans of a JPEG; encoders write about ten. Each one is decoded over the whole picture. */
export const MAX_SCANS = 100;

/** A file would take too much memory or time to decode. The message is a clause that names the limit. */
export class PictureLimitExceeded extends Error {}

/** Collects what the structure of a picture's file says. @throws PictureLimitExceeded */
export class PictureFacts {
  width = 0;
  height = 0;
  /** 1 to 8, as in EXIF. */
  orientation = 1;
  frames = 0;
  /** Length of an animation. */
  seconds = 0;
  private metadataBytes = 0;
  private animationPixels = 0;
  private scans = 0;

  setSize(width: number, height: number): void {
    this.width = width;
    this.height = height;
  }

  get hasSize(): boolean {
    return this.width > 0 && this.height > 0;
  }

  /** Bytes of metadata that may still be added. */
  get metadataLeft(): number {
    return MAX_METADATA_BYTES - this.metadataBytes;
  }

  addMetadata(bytes: number): void {
    this.metadataBytes += bytes;
    if (this.metadataBytes > MAX_METADATA_BYTES)
      throw new PictureLimitExceeded(
        `its texts, profiles, EXIF and XMP come to more than ${MAX_METADATA_BYTES} bytes`,
      );
  }

  /** A frame is decoded over the whole canvas, or over its own area where that is larger. */
  addFrame(seconds: number, width = 0, height = 0): void {
    this.frames += 1;
    this.seconds += seconds;
    this.animationPixels += Math.max(width * height, this.width * this.height);
    if (this.frames > MAX_FRAMES)
      throw new PictureLimitExceeded(`it has more than ${MAX_FRAMES} frames`);
    if (this.frames > 1 && this.animationPixels > MAX_ANIMATION_PIXELS)
      throw new PictureLimitExceeded(
        `its frames have more than ${MAX_ANIMATION_PIXELS} pixels together`,
      );
  }

  addScan(): void {
    this.scans += 1;
    if (this.scans > MAX_SCANS)
      throw new PictureLimitExceeded(`it is a JPEG of more than ${MAX_SCANS} scans`);
  }
}
