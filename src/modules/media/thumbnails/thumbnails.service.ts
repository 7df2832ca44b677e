import { Injectable, Logger } from '@nestjs/common';
import type { WorkOwner, WorkRequest } from '../../../platform/imaging/decoding-slots';
import { DiskSpaceService } from '../storage/disk-space.service';
import { MediaFilesStore } from '../storage/media-files.store';
import { type ThumbnailSource, ThumbnailRendererService } from './thumbnail-renderer.service';
import type { ThumbnailEdge } from '../catalogue/media-url';
import { ThumbnailsStore } from './thumbnails.store';

/** A thumbnail that is being rendered, and the requests that wait for it. */
interface Rendering {
  readonly webp: Promise<Buffer>;
  /** Ends the wait for a slot. */
  readonly end: AbortController;
  requests: number;
}

/** Thumbnails, rendered at the first request, once for concurrent requests of an owner, and stored. */
@Injectable()
export class ThumbnailsService {
  private readonly logger = new Logger('Media');
  private readonly running = new Map<string, Rendering>();

  constructor(
    private readonly store: ThumbnailsStore,
    private readonly files: MediaFilesStore,
    private readonly renderer: ThumbnailRendererService,
    private readonly disk: DiskSpaceService,
  ) {}

  /** The WebP's bytes. Waits for its turn among the work of the owner. @throws ThumbnailUnavailable */
  async get(asset: ThumbnailSource, edge: ThumbnailEdge, request: WorkRequest): Promise<Buffer> {
    return (await this.store.read(asset.path, edge)) ?? this.renderOnce(asset, edge, request);
  }

  /** The rendering gives up its place in the queue when the last request that waits for it is aborted. */
  private async renderOnce(
    asset: ThumbnailSource,
    edge: ThumbnailEdge,
    { owner, signal }: WorkRequest,
  ): Promise<Buffer> {
    signal?.throwIfAborted();
    // With the owner, so that nobody waits in somebody else's queue.
    const key = JSON.stringify([owner, asset.path, edge]);
    const rendering = this.running.get(key) ?? this.start(key, asset, edge, owner);
    rendering.requests += 1;
    const leave = (): void => {
      rendering.requests -= 1;
      if (rendering.requests > 0) return;
      this.running.delete(key);
      rendering.end.abort(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await rendering.webp;
    } finally {
      signal?.removeEventListener('abort', leave);
      if (this.running.get(key) === rendering) this.running.delete(key);
    }
  }

  private start(
    key: string,
    asset: ThumbnailSource,
    edge: ThumbnailEdge,
    owner: WorkOwner,
  ): Rendering {
    const end = new AbortController();
    const webp = this.renderAndStore(asset, edge, { owner, signal: end.signal });
    const rendering = { webp, end, requests: 0 };
    this.running.set(key, rendering);
    return rendering;
  }

  private async renderAndStore(
    asset: ThumbnailSource,
    edge: ThumbnailEdge,
    request: WorkRequest,
  ): Promise<Buffer> {
    const webp = await this.renderer.render(asset, edge, request);
    await this.save(asset.path, edge, webp);
    return webp;
  }

  /** A thumbnail can be sent even if it can't be stored; the last of the disk is for the database. */
  private async save(path: string, edge: ThumbnailEdge, webp: Buffer): Promise<void> {
    if (!(await this.disk.hasFreeSpace())) return;
    await this.store.save(path, edge, webp).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a thumbnail could not be stored');
    });
    // The asset may have been deleted while its thumbnail was rendered.
    if (!(await this.files.has(path))) await this.store.remove(path);
  }
}
