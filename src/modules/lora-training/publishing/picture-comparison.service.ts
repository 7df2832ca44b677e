import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ConfigService } from '../../../platform/config/config.service';
import { ImageTool } from '../../../platform/imaging/image-tool';
import { MediaReader } from '../../media/public/media-reader';
import { MediaThumbnails } from '../../media/public/media-thumbnails';

/** Compares outputs of jobs. */
@Injectable()
export class PictureComparisonService {
  constructor(
    private readonly media: MediaReader,
    private readonly thumbnails: MediaThumbnails,
    private readonly images: ImageTool,
    private readonly config: ConfigService,
  ) {}

  /** Whether two media have the same pixels; for videos, thumbnails are compared. `null` if one can't be read. */
  async areSame(caller: Caller, one: string, other: string): Promise<boolean | null> {
    const files = await this.media.findAll(caller, [one, other]);
    const [a, b] = [files.get(one), files.get(other)];
    if (!a || !b) return null;
    if (a.sha256 === b.sha256) return true;
    if (a.width !== b.width) return false;
    const pixelsOf = a.type === 'image' ? this.pixels : this.thumbnail;
    const [left, right] = [await pixelsOf(caller, one), await pixelsOf(caller, other)];
    return left && right && left.equals(right);
  }

  private readonly thumbnail = (caller: Caller, path: string): Promise<Buffer | null> =>
    this.thumbnails.small(caller, path);

  private readonly pixels = (caller: Caller, path: string): Promise<Buffer> =>
    this.media.withBytes(caller, path, async (file) => {
      const bytes = await file.read(0, file.size);
      const maxPixels = this.config.current().limits.pixels;
      return (await this.images.decode(bytes, { owner: caller.ownerId, maxPixels })).data;
    });
}
