import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { CONTAINERS } from '../intake/containers';
import type { WorkRequest } from '../../../platform/imaging/decoding-slots';
import { ImageTool } from '../../../platform/imaging/image-tool';
import { ImageUnreadable, MediaTooCostly } from '../../../platform/imaging/imaging.errors';
import { FfmpegTool, Unplayable } from '../../../platform/imaging/ffmpeg-tool';
import type { ThumbnailEdge } from '../catalogue/media-url';
import type { MediaAsset } from '../entities/media-asset.entity';
import { ThumbnailUnavailable } from '../media.errors';
import { type Renditions, renditionsOf } from './renditions';
import { isMissing } from '../../../platform/missing-file';

/** A file that small versions are made of. */
export interface RenderedFile extends Pick<
  MediaAsset,
  'type' | 'mime' | 'width' | 'height' | 'duration'
> {
  /** Absolute. */
  readonly file: string;
}

/** Renders small versions of pictures and videos. */
@Injectable()
export class ThumbnailRendererService {
  constructor(
    private readonly images: ImageTool,
    private readonly ffmpeg: FfmpegTool,
    private readonly config: ConfigService,
  ) {}

  /** Whether the server can render this file now: videos need ffmpeg. */
  async isReadyFor({ type, mime }: Pick<MediaAsset, 'type' | 'mime'>): Promise<boolean> {
    if (type !== 'video' || mime.startsWith('image/')) return true;
    return (await this.ffmpeg.available()).ffmpeg;
  }

  /** @throws ThumbnailUnavailable, and the reason of the signal */
  async render(
    source: RenderedFile,
    edges: readonly ThumbnailEdge[],
    request: WorkRequest,
  ): Promise<Renditions> {
    const maxPixels = this.config.current().limits.pixels;
    if ((source.width ?? 0) * (source.height ?? 0) > maxPixels)
      throw new ThumbnailUnavailable('it has more pixels than limits.pixels lets be decoded.');
    try {
      const still = await this.still(source, Math.max(...edges), request);
      return renditionsOf(
        edges,
        await this.images.renditions(still, edges, { ...request, maxPixels }),
      );
    } catch (error) {
      if (error instanceof ImageUnreadable || error instanceof Unplayable)
        throw new ThumbnailUnavailable('its content can’t be decoded.', error);
      if (error instanceof MediaTooCostly) throw new ThumbnailUnavailable(`${error.why}.`, error);
      if (isMissing(error))
        throw new ThumbnailUnavailable('its file is missing on the disk.', error);
      throw error;
    }
  }

  /** The file of a picture, or a frame of a video. */
  private async still(
    { file, type, mime, duration }: RenderedFile,
    edge: number,
    request: WorkRequest,
  ): Promise<string | Buffer> {
    if (mime.startsWith('image/')) return file;
    const container = type === 'audio' ? undefined : CONTAINERS[mime];
    if (!container) throw new ThumbnailUnavailable('it is neither a picture nor a video.');
    const recording = { ...request, path: file, demuxer: container.demuxer };
    // The first frames of many videos are black.
    const frame = await this.ffmpeg.frame(recording, { seconds: (duration ?? 0) / 10, edge });
    if (!frame)
      throw new ThumbnailUnavailable(
        'frames of videos need ffmpeg on the server, and some take it too much memory or time.',
      );
    return frame;
  }
}
