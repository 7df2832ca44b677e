import { Injectable, Logger } from '@nestjs/common';
import { Slots, SlotsBusy } from '../../../platform/slots';
import { MediaFilesStore } from '../storage/media-files.store';
import { ThumbnailsBusy } from '../media.errors';
import { type ThumbnailSource, ThumbnailRendererService } from './thumbnail-renderer.service';
import type { ThumbnailEdge } from '../catalogue/media-url';
import { ThumbnailsStore } from './thumbnails.store';

const MAX_PARALLEL_RENDERS = 2;
/** Two screens of a gallery may wait; further requests are answered 503. */
const MAX_WAITING = 256;

/** Thumbnails, rendered at the first request, once for concurrent requests, and stored. */
@Injectable()
export class ThumbnailsService {
  private readonly logger = new Logger('Media');
  private readonly slots = new Slots(MAX_PARALLEL_RENDERS, MAX_WAITING);
  private readonly running = new Map<string, Promise<Buffer>>();

  constructor(
    private readonly store: ThumbnailsStore,
    private readonly files: MediaFilesStore,
    private readonly renderer: ThumbnailRendererService,
  ) {}

  /** The WebP's bytes. @throws ThumbnailUnavailable, ThumbnailsBusy */
  async get(asset: ThumbnailSource, edge: ThumbnailEdge): Promise<Buffer> {
    return (await this.store.read(asset.path, edge)) ?? this.renderOnce(asset, edge);
  }

  private async renderOnce(asset: ThumbnailSource, edge: ThumbnailEdge): Promise<Buffer> {
    const key = `${asset.path} ${edge}`;
    const running = this.running.get(key) ?? this.slots.run(() => this.renderAndStore(asset, edge));
    this.running.set(key, running);
    try {
      return await running;
    } catch (error) {
      if (error instanceof SlotsBusy) throw new ThumbnailsBusy();
      throw error;
    } finally {
      this.running.delete(key);
    }
  }

  private async renderAndStore(asset: ThumbnailSource, edge: ThumbnailEdge): Promise<Buffer> {
    const webp = await this.renderer.render(asset, edge);
    // The thumbnail can be sent even if it can't be stored.
    await this.store.save(asset.path, edge, webp).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a thumbnail could not be stored');
    });
    // The asset may have been deleted while its thumbnail was rendered.
    if (!(await this.files.has(asset.path))) await this.store.remove(asset.path);
    return webp;
  }
}
