import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import type { WorkOwner } from '../../../platform/imaging/decoding-slots';
import { INTAKE_EDGES } from '../catalogue/media-url';
import { ThumbnailUnavailable } from '../media.errors';
import { type Renditions, UNRENDERABLE } from './renditions';
import { type RenderedFile, ThumbnailRendererService } from './thumbnail-renderer.service';

/** How long the end of a job and the answer to an upload wait for small versions. */
const MAX_WAIT_MS = 2_000;

const UNAVAILABLE: Renditions = { thumbnails: new Map(), columns: UNRENDERABLE };

/** Makes the small versions of a file that is being received. */
@Injectable()
export class IntakeRenditionsService {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly renderer: ThumbnailRendererService,
    private readonly clock: Clock,
  ) {}

  /**
   * Never fails. A file that can't be rendered has no small versions. `null` means that they are made later, because the
   * file or its wait for a turn took too long, or because it is a video and the server has no ffmpeg.
   */
  async render(source: RenderedFile, owner: WorkOwner): Promise<Renditions | null> {
    if (source.type !== 'image' && source.type !== 'video') return UNAVAILABLE;
    if (!(await this.renderer.isReadyFor(source))) return null;
    const end = new AbortController();
    const work = this.renderer.render(source, INTAKE_EDGES, { owner, signal: end.signal });
    try {
      return await this.clock.within(MAX_WAIT_MS, work);
    } catch (error) {
      if (error instanceof ThumbnailUnavailable) return UNAVAILABLE;
      this.logger.warn({ err: error }, 'a received file could not be rendered');
      return null;
    } finally {
      end.abort();
    }
  }
}
