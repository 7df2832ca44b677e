import { basename, extname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../../platform/access/caller';
import { ConfigService } from '../../../platform/config/config.service';
import type { ServedContent } from '../../../platform/http/content/send-content';
import { ImageTool } from '../../../platform/imaging/image-tool';
import { ImageUnreadable, MediaTooCostly } from '../../../platform/imaging/imaging.errors';
import type { ItemFileQuery, ItemParams } from '../dto/dataset.request';
import { pictureMime } from '../runs/output-names';
import { servedFile } from '../runs/served-file.store';
import { DatasetItemNotFound, DatasetItemUnreadable } from './dataset.errors';
import { DatasetFilesStore } from './dataset-files.store';
import { DatasetsService } from './datasets.service';

const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/** The pictures of datasets and their thumbnails, for people and agents who look at them. */
@Injectable()
export class ItemPicturesService {
  /** By ETag, since a page of a dataset shows many at once. */
  private readonly thumbnails = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
  });

  constructor(
    private readonly datasets: DatasetsService,
    private readonly files: DatasetFilesStore,
    private readonly images: ImageTool,
    private readonly config: ConfigService,
  ) {}

  /** @throws DatasetNotFound, DatasetItemNotFound; DatasetItemUnreadable when a thumbnail is opened */
  async find(
    caller: Caller,
    { id, name }: ItemParams,
    { thumbnail }: ItemFileQuery,
  ): Promise<ServedContent> {
    await this.datasets.find(caller, id);
    const path = (await this.files.has(id, name)) ? await this.files.locate(id, name) : null;
    const ending = extname(name).toLowerCase();
    const mime = pictureMime(name.toLowerCase());
    const as = { name: basename(name), mime, disposition: 'inline', mayChange: true } as const;
    const picture = path === null ? null : await servedFile(path, as);
    if (path === null || !picture) throw new DatasetItemNotFound(id);
    const asciiName = { path: `picture${ending}` };
    if (thumbnail === undefined) return { ...picture, ...asciiName };
    const etag = picture.etag.replace(/"$/, `-${thumbnail}"`);
    return {
      ...as,
      ...asciiName,
      etag,
      mime: 'image/webp',
      size: null,
      make: async (signal) => {
        const key = JSON.stringify([path, etag]);
        let bytes = this.thumbnails.get(key);
        if (!bytes) {
          bytes = await this.render(caller, path, thumbnail, signal);
          this.thumbnails.set(key, bytes);
        }
        return bytes;
      },
    };
  }

  private async render(
    { ownerId: owner }: Caller,
    path: string,
    edge: number,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const maxPixels = this.config.current().limits.pixels;
    try {
      const task = { owner, maxPixels, signal };
      const { thumbnails } = await this.images.renditions(path, [edge], task);
      return Buffer.from(thumbnails[0] ?? []);
    } catch (error) {
      if (error instanceof ImageUnreadable || error instanceof MediaTooCostly)
        throw new DatasetItemUnreadable(error);
      throw error;
    }
  }
}
