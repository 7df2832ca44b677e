import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ConfigService } from '../../../platform/config/config.service';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { WorkRequest } from '../../../platform/imaging/decoding-slots';
import { FfmpegTool, Unplayable } from '../../../platform/imaging/ffmpeg-tool';
import { ImageTool } from '../../../platform/imaging/image-tool';
import { FfmpegMissing, ImageUnreadable } from '../../../platform/imaging/imaging.errors';
import { MediaService } from '../catalogue/media.service';
import type { MediaAsset } from '../entities/media-asset.entity';
import { CONTAINERS } from '../intake/containers';
import { PICTURES } from '../intake/media-kind';
import { MediaReceiverService, type ReceivedFile } from '../intake/media-receiver.service';
import { FrameUnavailable } from '../media.errors';
import { LastFrames } from '../public/last-frames';
import { OwnerStorage } from '../public/owner-storage';
import { MediaFilesStore } from '../storage/media-files.store';
import { withoutExtension } from '../storage/stored-name';
import { DerivedMediaService, type DerivedRecord } from './derived-media.service';

/** Makes a picture of the last frame of a video, from which the next one can go on. */
@Injectable()
export class LastFrameService implements LastFrames {
  constructor(
    private readonly media: MediaService,
    private readonly storage: OwnerStorage,
    private readonly files: MediaFilesStore,
    private readonly receiver: MediaReceiverService,
    private readonly images: ImageTool,
    private readonly ffmpeg: FfmpegTool,
    private readonly config: ConfigService,
    private readonly derived: DerivedMediaService,
  ) {}

  async pathOf(caller: Caller, path: string, signal: AbortSignal): Promise<string> {
    return (await this.make(caller, path, signal)).record.path;
  }

  /**
   * @param signal aborted when the client is gone; its reason is thrown
   * @throws MediaNotFound, ValidationFailed for what is not a video or an animated PNG, FfmpegMissing, FrameUnavailable,
   *   MediaTooCostly, QuotaReached, DiskFull
   */
  async make(caller: Caller, path: string, signal: AbortSignal): Promise<DerivedRecord> {
    const asset = await this.media.find(caller, path);
    if (asset.type !== 'video') throw unsuitable(`this is of type ${asset.type}`);
    // libvips decodes no frame of an animated PNG but the first.
    if (asset.mime === 'image/png') throw unsuitable('this is an animated PNG');
    await this.storage.assertFree(caller.ownerId);
    const file = await this.frame(asset, { owner: caller.ownerId, signal });
    const name = `${withoutExtension(asset.name)}-last-frame`;
    return this.derived.store(caller, { file, name, origins: [path] });
  }

  private async frame(asset: MediaAsset, request: WorkRequest): Promise<ReceivedFile> {
    try {
      return asset.mime.startsWith('image/')
        ? await this.ofAnimation(asset, request)
        : await this.ofVideo(asset, request);
    } catch (error) {
      if (error instanceof ImageUnreadable || error instanceof Unplayable)
        throw new FrameUnavailable(error);
      throw error;
    }
  }

  private async ofAnimation({ path }: MediaAsset, request: WorkRequest): Promise<ReceivedFile> {
    const maxPixels = this.config.current().limits.pixels;
    const file = this.files.locate(path);
    const png = await this.images.lastFrame(file, { ...request, maxPixels });
    return this.receiver.receive(Readable.from([png]), { announced: png.length });
  }

  private async ofVideo(
    { path, mime, duration }: MediaAsset,
    request: WorkRequest,
  ): Promise<ReceivedFile> {
    if (!(await this.ffmpeg.available()).ffmpeg)
      throw new FfmpegMissing('Frames of videos need it');
    const demuxer = CONTAINERS[mime]?.demuxer;
    if (!demuxer) throw new FrameUnavailable();
    const recording = { ...request, path: this.files.locate(path), demuxer };
    return this.receiver.produce(
      async (target) => {
        if (!(await this.ffmpeg.lastFrame(recording, duration, target)))
          throw new FrameUnavailable();
      },
      () => PICTURES.png,
    );
  }
}

const unsuitable = (reason: string): ValidationFailed =>
  ValidationFailed.at(
    ['path', 'path'],
    `Send the path of a video, or of an animated GIF or WebP: ${reason}.`,
  );
