import { Injectable } from '@nestjs/common';
import { boundedCache } from '../../../platform/bounded-cache';
import { ConfigService } from '../../../platform/config/config.service';
import { withFileBytes } from '../../../platform/imaging/file-bytes.store';
import { ImageTool } from '../../../platform/imaging/image-tool';
import { ImageUnreadable, MediaTooCostly } from '../../../platform/imaging/imaging.errors';
import type { PerceptualHash } from '../../../platform/imaging/perceptual-hash';
import { MalformedFile } from '../../../platform/imaging/readable-bytes';
import { scanPicture } from '../../../platform/imaging/scan/picture-scan';
import type { Size } from '../config/picture-buckets';
import { DatasetFilesStore, type DatasetPicture } from '../datasets/dataset-files.store';

/** What a decoded picture is like; `null` if it can't be decoded. */
export type Likeness = { readonly hash: PerceptualHash | null } | null;

/** Pictures whose hashes are remembered, since decoding takes long. */
const MAX_CACHED = 5000;

/** Measures the pictures of datasets. */
@Injectable()
export class PictureInspectionService {
  private readonly likenesses = boundedCache<NonNullable<Likeness>>(MAX_CACHED);

  constructor(
    private readonly files: DatasetFilesStore,
    private readonly images: ImageTool,
    private readonly config: ConfigService,
  ) {}

  /** Width and height as shown, read from the file's structure; `null` if it is damaged. */
  async size(id: string, { name }: DatasetPicture): Promise<Size | null> {
    const path = await this.files.locate(id, name);
    if (path === null) return null;
    try {
      const { width, height } = await withFileBytes(path, scanPicture);
      return width === null || height === null ? null : { width, height };
    } catch (error) {
      if (isUnreadable(error)) return null;
      throw error;
    }
  }

  /** Decodes the picture. @param owner takes turns with others for it */
  async likeness(
    owner: string | null,
    id: string,
    { name, size, modifiedAt }: DatasetPicture,
  ): Promise<Likeness> {
    const key = JSON.stringify([id, name, size, modifiedAt]);
    const cached = this.likenesses.get(key);
    if (cached) return cached;
    const path = await this.files.locate(id, name);
    if (path === null) return null;
    try {
      const maxPixels = this.config.current().limits.pixels;
      const likeness = { hash: await this.images.hash(path, { owner, maxPixels }) };
      this.likenesses.set(key, likeness);
      return likeness;
    } catch (error) {
      if (isUnreadable(error)) return null;
      throw error;
    }
  }
}

/** Damaged, too large to decode, or deleted meanwhile. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof MalformedFile ||
  error instanceof ImageUnreadable ||
  error instanceof MediaTooCostly ||
  (error as NodeJS.ErrnoException).code === 'ENOENT';
