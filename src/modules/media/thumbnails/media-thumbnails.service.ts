import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import { MediaRepository } from '../catalogue/media.repository';
import { ThumbnailUnavailable } from '../media.errors';
import { MediaThumbnails } from '../public/media-thumbnails';
import { ThumbnailsService } from './thumbnails.service';

@Injectable()
export class MediaThumbnailsService extends MediaThumbnails {
  constructor(
    private readonly rows: MediaRepository,
    private readonly thumbnails: ThumbnailsService,
  ) {
    super();
  }

  async small(caller: Caller, path: string): Promise<Buffer | null> {
    const asset = await this.rows.find(ownerFilter(caller), path);
    if (!asset) return null;
    try {
      return await this.thumbnails.get(asset, 256, caller.ownerId);
    } catch (error) {
      if (error instanceof ThumbnailUnavailable) return null;
      throw error;
    }
  }
}
