import { Injectable, Logger } from '@nestjs/common';
import { Slots, SlotsBusy } from '../../../platform/slots';
import { MediaFilesStore } from '../storage/media-files.store';
import { ThumbnailsBusy } from '../media.errors';
import { type ThumbnailSource, ThumbnailRendererService } from './thumbnail-renderer.service';
import type { ThumbnailEdge } from '../catalogue/media-url';
import { ThumbnailsStore } from './thumbnails.store';

const AT_ONCE = 2;
/** Two screens of a gallery may wait; whoever asks for more is told to come again. */
const MAY_WAIT = 256;

/** ThumbnailsService, made when first asked for, once for all who ask meanwhile, and kept. */
@Injectable()
export class ThumbnailsService {
  private readonly logger = new Logger('Media');
  private readonly slots = new Slots(AT_ONCE, MAY_WAIT);
  private readonly running = new Map<string, Promise<Buffer>>();

  constructor(
    private readonly store: ThumbnailsStore,
    private readonly files: MediaFilesStore,
    private readonly stills: ThumbnailRendererService,
  ) {}

  /** The WebP's bytes. @throws ThumbnailUnavailable, ThumbnailsBusy */
  async get(asset: ThumbnailSource, edge: ThumbnailEdge): Promise<Buffer> {
    return (await this.store.read(asset.path, edge)) ?? this.made(asset, edge);
  }

  private async made(asset: ThumbnailSource, edge: ThumbnailEdge): Promise<Buffer> {
    const key = `${asset.path} ${edge}`;
    const running = this.running.get(key) ?? this.slots.run(() => this.make(asset, edge));
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

  private async make(asset: ThumbnailSource, edge: ThumbnailEdge): Promise<Buffer> {
    const webp = await this.stills.render(asset, edge);
    // Whoever asked has it; that the disk is full concerns the next one.
    await this.store.keep(asset.path, edge, webp).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a thumbnail could not be kept');
    });
    // Deleted meanwhile: whoever deleted it didn't see this one.
    if (!(await this.files.has(asset.path))) await this.store.remove(asset.path);
    return webp;
  }
}
