import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { CONTAINERS } from '../intake/containers';
import type { WorkRequest } from '../../../platform/imaging/decoding-slots';
import { ImageTool } from '../../../platform/imaging/image-tool';
import { ImageUnreadable, MediaTooCostly } from '../../../platform/imaging/imaging.errors';
import { FfmpegTool, Unplayable } from '../../../platform/imaging/ffmpeg-tool';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaFilesStore } from '../storage/media-files.store';
import { ThumbnailUnavailable } from '../media.errors';

/** What a thumbnail is made from. */
export type ThumbnailSource = Pick<
  MediaAsset,
  'path' | 'type' | 'mime' | 'width' | 'height' | 'duration'
>;

/** Renders thumbnails. */
@Injectable()
export class ThumbnailRendererService {
  constructor(
    private readonly files: MediaFilesStore,
    private readonly images: ImageTool,
    private readonly ffmpeg: FfmpegTool,
    private readonly config: ConfigService,
  ) {}

  /** A WebP that fits into a square of `edge` pixels. @throws ThumbnailUnavailable, the reason of the signal */
  async render(asset: ThumbnailSource, edge: number, request: WorkRequest): Promise<Buffer> {
    const maxPixels = this.config.current().limits.pixels;
    if ((asset.width ?? 0) * (asset.height ?? 0) > maxPixels)
      throw new ThumbnailUnavailable('it has more pixels than limits.pixels lets be decoded.');
    try {
      const still = await this.still(asset, edge, request);
      return await this.images.thumbnail(still, edge, { ...request, maxPixels });
    } catch (error) {
      if (error instanceof ImageUnreadable || error instanceof Unplayable)
        throw new ThumbnailUnavailable('its content can’t be decoded.', error);
      if (error instanceof MediaTooCostly) throw new ThumbnailUnavailable(`${error.why}.`, error);
      throw error;
    }
  }

  /** The picture's file, or a frame of a video. */
  private async still(
    { path, type, mime, duration }: ThumbnailSource,
    edge: number,
    request: WorkRequest,
  ): Promise<string | Buffer> {
    const file = this.files.locate(path);
    if (mime.startsWith('image/')) return file;
    const container = type === 'audio' ? undefined : CONTAINERS[mime];
    if (!container) throw new ThumbnailUnavailable('it is no picture and no video.');
    // The first frames of many videos are black.
    const recording = { ...request, path: file, demuxer: container.demuxer };
    const frame = await this.ffmpeg.frame(recording, { seconds: (duration ?? 0) / 10, edge });
    if (!frame)
      throw new ThumbnailUnavailable(
        'frames of videos need ffmpeg on the server, and some take it too much memory or time.',
      );
    return frame;
  }
}
