import { Injectable, Logger } from '@nestjs/common';
import type { WorkOwner, WorkRequest } from '../../../platform/imaging/decoding-slots';
import { DiskSpaceService } from '../storage/disk-space.service';
import { INTAKE_EDGES, type ThumbnailEdge } from '../catalogue/media-url';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaFilesStore } from '../storage/media-files.store';
import { RenditionsRepository } from './renditions.repository';
import type { Renditions } from './renditions';
import { ThumbnailRendererService } from './thumbnail-renderer.service';
import { ThumbnailsStore } from './thumbnails.store';

export type ThumbnailSource = Pick<
  MediaAsset,
  'path' | 'type' | 'mime' | 'width' | 'height' | 'duration' | 'placeholder'
>;

/** Thumbnails that are being rendered, and the requests that wait for them. */
interface Rendering {
  readonly result: Promise<Renditions>;
  /** Ends the wait for a slot. */
  readonly end: AbortController;
  requests: number;
}

/**
 * Thumbnails, stored at intake or rendered at the first request. Concurrent requests of an owner for the same thumbnail
 * share one rendering. A request for a thumbnail of a size that the intake makes renders all of those sizes, the placeholder
 * and the perceptual hash.
 */
@Injectable()
export class ThumbnailsService {
  private readonly logger = new Logger('Media');
  private readonly running = new Map<string, Rendering>();

  constructor(
    private readonly store: ThumbnailsStore,
    private readonly files: MediaFilesStore,
    private readonly renderer: ThumbnailRendererService,
    private readonly disk: DiskSpaceService,
    private readonly rows: RenditionsRepository,
  ) {}

  /** The bytes of the WebP file. Waits for its turn among the work of the owner. @throws ThumbnailUnavailable */
  async get(asset: ThumbnailSource, edge: ThumbnailEdge, request: WorkRequest): Promise<Buffer> {
    const stored = await this.store.read(asset.path, edge);
    if (stored) return stored;
    const edges = INTAKE_EDGES.includes(edge) ? INTAKE_EDGES : [edge];
    const { thumbnails } = await this.renderOnce(asset, edges, request);
    const webp = thumbnails.get(edge);
    if (!webp) throw new Error(`the renderer left out the edge ${edge}`);
    return webp;
  }

  /** Renders and stores everything that the intake makes. @throws ThumbnailUnavailable */
  async renderSmall(asset: ThumbnailSource, request: WorkRequest): Promise<void> {
    await this.renderOnce(asset, INTAKE_EDGES, request);
  }

  /**
   * Thumbnails that can't be stored are rendered again when they are requested. On a full disk, the reserve of free space is
   * left to the database.
   */
  async save(path: string, { thumbnails }: Renditions): Promise<void> {
    if (!this.disk.hasFreeSpace()) return;
    const save = ([edge, webp]: [ThumbnailEdge, Buffer]): Promise<void> =>
      this.store.save(path, edge, webp).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'a thumbnail could not be stored');
      });
    await Promise.all([...thumbnails].map(save));
  }

  /** Deletes the stored ones. */
  async remove(path: string): Promise<void> {
    await this.store.remove(path);
  }

  /** The rendering gives up its place in the queue when the last request that waits for it is aborted. */
  private async renderOnce(
    asset: ThumbnailSource,
    edges: readonly ThumbnailEdge[],
    { owner, signal }: WorkRequest,
  ): Promise<Renditions> {
    signal?.throwIfAborted();
    // The owner is part of the key, so that nobody waits in the queue of somebody else.
    const key = JSON.stringify([owner, asset.path, edges]);
    const rendering = this.running.get(key) ?? this.start(key, asset, edges, owner);
    rendering.requests += 1;
    const leave = (): void => {
      rendering.requests -= 1;
      if (rendering.requests > 0) return;
      this.running.delete(key);
      rendering.end.abort(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await rendering.result;
    } finally {
      signal?.removeEventListener('abort', leave);
      if (this.running.get(key) === rendering) this.running.delete(key);
    }
  }

  private start(
    key: string,
    asset: ThumbnailSource,
    edges: readonly ThumbnailEdge[],
    owner: WorkOwner,
  ): Rendering {
    const end = new AbortController();
    const result = this.renderAndStore(asset, edges, { owner, signal: end.signal });
    const rendering = { result, end, requests: 0 };
    this.running.set(key, rendering);
    return rendering;
  }

  private async renderAndStore(
    asset: ThumbnailSource,
    edges: readonly ThumbnailEdge[],
    request: WorkRequest,
  ): Promise<Renditions> {
    const file = this.files.locate(asset.path);
    const renditions = await this.renderer.render({ ...asset, file }, edges, request);
    await this.save(asset.path, renditions);
    // The asset may have been deleted while its thumbnails were saved.
    if (!(await this.files.has(asset.path))) await this.store.remove(asset.path);
    if (asset.placeholder === null) await this.rows.fill(asset.path, renditions.columns);
    return renditions;
  }
}
