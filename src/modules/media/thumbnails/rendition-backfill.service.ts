import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { DatabaseUnusable } from '../../../platform/database/database-problems';
import { asDiskError, DiskFull } from '../../../platform/errors/disk-full';
import type { MediaAsset } from '../entities/media-asset.entity';
import { ThumbnailUnavailable } from '../media.errors';
import { RenditionsRepository } from './renditions.repository';
import { UNRENDERABLE } from './renditions';
import { ThumbnailRendererService } from './thumbnail-renderer.service';
import { ThumbnailsService } from './thumbnails.service';

const CHUNK = 100;
/** Pause after each file, which leaves the processor to requests. */
const PAUSE_MS = 20;

/**
 * Renders files that the intake did not render, in the background after a start, one at a time and the latest first: files
 * that took too long, files of a process that was killed, and files that are older than placeholders.
 */
@Injectable()
export class RenditionBackfillService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Media');
  private readonly end = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly rows: RenditionsRepository,
    private readonly renderer: ThumbnailRendererService,
    private readonly thumbnails: ThumbnailsService,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run().catch((error: unknown) => {
      if (!this.end.signal.aborted)
        this.logger.warn({ err: error }, 'placeholders could not be completed');
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.end.abort();
    await this.running;
  }

  /** Resolves when nothing is left to do. */
  async finished(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const assets = await this.rows.missing(before, CHUNK);
      for (const asset of assets) {
        if (this.end.signal.aborted) return;
        before = asset.position;
        await this.render(asset);
        await this.clock.sleep(PAUSE_MS, this.end.signal);
      }
      if (assets.length < CHUNK) return;
    }
  }

  private async render(asset: MediaAsset): Promise<void> {
    if (!(await this.renderer.isReadyFor(asset))) return;
    try {
      await this.thumbnails.renderSmall(asset, { owner: asset.owner_id, signal: this.end.signal });
    } catch (error) {
      if (error instanceof ThumbnailUnavailable) return this.rows.fill(asset.path, UNRENDERABLE);
      if (this.end.signal.aborted || concernsAllFiles(error)) throw error;
      this.logger.warn({ err: error, path: asset.path }, 'a placeholder could not be made');
    }
  }
}

/** Whether the next file would fail in the same way. */
function concernsAllFiles(error: unknown): boolean {
  return asDiskError(error) instanceof DiskFull || error instanceof DatabaseUnusable;
}
