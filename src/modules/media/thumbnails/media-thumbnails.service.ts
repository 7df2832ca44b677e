import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import type { WorkRequest } from '../../../platform/imaging/decoding-slots';
import { MediaRepository } from '../catalogue/media.repository';
import type { MediaAsset } from '../entities/media-asset.entity';
import { ThumbnailUnavailable } from '../media.errors';
import { MediaThumbnails } from '../public/media-thumbnails';
import { ThumbnailsService } from './thumbnails.service';

const SMALL_EDGE_PX = 256;

@Injectable()
export class MediaThumbnailsService implements MediaThumbnails {
  constructor(
    private readonly media: MediaRepository,
    private readonly thumbnails: ThumbnailsService,
  ) {}

  async small(caller: Caller, path: string): Promise<Buffer | null> {
    const asset = await this.media.find(ownerFilter(caller), path);
    return asset && this.smallOf(asset, { owner: caller.ownerId });
  }

  /** Without a check of access: for an asset that the caller may see. */
  async smallOf(asset: MediaAsset, request: WorkRequest): Promise<Buffer | null> {
    try {
      return await this.thumbnails.get(asset, SMALL_EDGE_PX, request);
    } catch (error) {
      if (error instanceof ThumbnailUnavailable) return null;
      throw error;
    }
  }
}
