import { Injectable } from '@nestjs/common';
import { boundedCache } from '../../../platform/bounded-cache';
import type { Caller } from '../../../platform/access/caller';
import { ConfigService } from '../../../platform/config/config.service';
import { ImageTool } from '../../../platform/imaging/image-tool';
import { MediaReader } from '../../media/public/media-reader';
import { MediaThumbnails } from '../../media/public/media-thumbnails';

/** Comparisons that are remembered: verifications are looked up again and again, and decoding takes long. */
const MAX_CACHED = 5000;

/** Compares outputs of jobs. */
@Injectable()
export class PictureComparisonService {
  private readonly compared = boundedCache<boolean>(MAX_CACHED);

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
    const key = `${a.sha256} ${b.sha256}`;
    const cached = this.compared.get(key);
    if (cached !== undefined) return cached;
    const pixelsOf = a.type === 'image' ? this.pixels : this.thumbnail;
    const [left, right] = [await pixelsOf(caller, one), await pixelsOf(caller, other)];
    if (!left || !right) return null;
    const isSame = left.equals(right);
    this.compared.set(key, isSame);
    return isSame;
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
