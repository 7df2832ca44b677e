import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { ServedContent } from '../../../platform/http/content/send-content';
import type { Plain } from '../../../platform/plain';
import type { ThumbnailEdge } from '../catalogue/media-url';
import { MediaService } from '../catalogue/media.service';
import type { FileQuery } from '../dto/media-query.dto';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaNotFound } from '../public/media-not-found';
import { MediaFilesStore } from '../storage/media-files.store';
import { withoutExtension } from '../storage/stored-name';
import { ThumbnailsService } from '../thumbnails/thumbnails.service';

/** Finds what `GET /media/{path}` sends. */
@Injectable()
export class MediaServingService {
  constructor(
    private readonly media: MediaService,
    private readonly files: MediaFilesStore,
    private readonly thumbnails: ThumbnailsService,
  ) {}

  /** @throws MediaNotFound */
  async find(
    caller: Caller,
    path: string,
    { thumbnail: edge, trashed }: Plain<FileQuery>,
  ): Promise<ServedContent> {
    const asset = await this.media.find(caller, path, { trashed });
    return edge === undefined ? this.file(asset) : this.thumbnail(caller, asset, edge);
  }

  private file({ path, name, type, mime, sha256, size_bytes: size }: MediaAsset): ServedContent {
    return {
      path,
      name,
      mime,
      size,
      disposition: dispositionOf(type),
      etag: `"${sha256}"`,
      file: this.files.locate(path),
      open: async () => {
        const file = await this.files.open(path);
        if (!file) throw new MediaNotFound();
        return file;
      },
    };
  }

  private thumbnail(caller: Caller, asset: MediaAsset, edge: ThumbnailEdge): ServedContent {
    return {
      path: asWebp(asset.path),
      name: asWebp(asset.name),
      mime: 'image/webp',
      size: null,
      disposition: dispositionOf(asset.type),
      etag: `"${asset.sha256}-${edge}"`,
      make: (signal) => this.thumbnails.get(asset, edge, { owner: caller.ownerId, signal }),
    };
  }
}

const dispositionOf = (type: string): ServedContent['disposition'] =>
  ['image', 'video', 'audio'].includes(type) ? 'inline' : 'attachment';

const asWebp = (name: string): string => `${withoutExtension(name)}.webp`;
