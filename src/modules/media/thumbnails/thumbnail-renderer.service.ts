import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import type { Demuxer } from '../../../platform/imaging/demuxer';
import { ImageTool, ImageUnreadable } from '../../../platform/imaging/image-tool';
import { FfmpegTool, Unplayable } from '../../../platform/imaging/ffmpeg-tool';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaFilesStore } from '../storage/media-files.store';
import { ThumbnailUnavailable } from '../media.errors';

/** What a still picture is made from. */
export type ThumbnailSource = Pick<
  MediaAsset,
  'path' | 'type' | 'mime' | 'width' | 'height' | 'duration'
>;

const DEMUXERS: Readonly<Record<string, Demuxer>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
};

/** Makes small still pictures of assets. */
@Injectable()
export class ThumbnailRendererService {
  constructor(
    private readonly files: MediaFilesStore,
    private readonly images: ImageTool,
    private readonly probe: FfmpegTool,
    private readonly config: ConfigService,
  ) {}

  /** A WebP that fits into a square of `edge` pixels. @throws ThumbnailUnavailable */
  async render(asset: ThumbnailSource, edge: number): Promise<Buffer> {
    const { pixels } = this.config.current().limits;
    if ((asset.width ?? 0) * (asset.height ?? 0) > pixels)
      throw new ThumbnailUnavailable('it has more pixels than limits.pixels lets be decoded.');
    try {
      return await this.images.thumbnail(await this.still(asset), edge, pixels);
    } catch (error) {
      if (error instanceof ImageUnreadable || error instanceof Unplayable)
        throw new ThumbnailUnavailable('its content can’t be decoded.', error);
      throw error;
    }
  }

  /** A file that holds a picture, or a frame out of a video. */
  private async still({ path, mime, duration }: ThumbnailSource): Promise<string | Buffer> {
    const file = this.files.locate(path);
    if (mime.startsWith('image/')) return file;
    const demuxer = DEMUXERS[mime];
    if (!demuxer) throw new ThumbnailUnavailable('it is sound.');
    // Many videos begin black.
    const frame = await this.probe.frame(file, demuxer, (duration ?? 0) / 10);
    if (!frame) throw new ThumbnailUnavailable('frames of videos need ffmpeg on the server.');
    return frame;
  }
}
