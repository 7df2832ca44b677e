import { Injectable, Logger } from '@nestjs/common';
import type { WorkOwner } from '../../../platform/imaging/decoding-slots';
import { MediaFilesStore } from '../storage/media-files.store';
import { type ThumbnailSource, ThumbnailRendererService } from './thumbnail-renderer.service';
import type { ThumbnailEdge } from '../catalogue/media-url';
import { ThumbnailsStore } from './thumbnails.store';

/** Thumbnails, rendered at the first request, once for concurrent requests of an owner, and stored. */
@Injectable()
export class ThumbnailsService {
  private readonly logger = new Logger('Media');
  private readonly running = new Map<string, Promise<Buffer>>();

  constructor(
    private readonly store: ThumbnailsStore,
    private readonly files: MediaFilesStore,
    private readonly renderer: ThumbnailRendererService,
  ) {}

  /** The WebP's bytes. Waits for its turn among the work of `asker`. @throws ThumbnailUnavailable, MediaBusy */
  async get(asset: ThumbnailSource, edge: ThumbnailEdge, asker: WorkOwner): Promise<Buffer> {
    return (await this.store.read(asset.path, edge)) ?? this.renderOnce(asset, edge, asker);
  }

  private async renderOnce(
    asset: ThumbnailSource,
    edge: ThumbnailEdge,
    asker: WorkOwner,
  ): Promise<Buffer> {
    // With the owner, so that nobody waits in somebody else's queue.
    const key = JSON.stringify([asker, asset.path, edge]);
    const running = this.running.get(key) ?? this.renderAndStore(asset, edge, asker);
    this.running.set(key, running);
    try {
      return await running;
    } finally {
      this.running.delete(key);
    }
  }

  private async renderAndStore(
    asset: ThumbnailSource,
    edge: ThumbnailEdge,
    asker: WorkOwner,
  ): Promise<Buffer> {
    const webp = await this.renderer.render(asset, edge, asker);
    // The thumbnail can be sent even if it can't be stored.
    await this.store.save(asset.path, edge, webp).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a thumbnail could not be stored');
    });
    // The asset may have been deleted while its thumbnail was rendered.
    if (!(await this.files.has(asset.path))) await this.store.remove(asset.path);
    return webp;
  }
}
