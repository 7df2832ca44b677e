import { Injectable, Logger } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import type { WorkOwner } from '../../../platform/imaging/decoding-slots';
import { withFileBytes } from '../../../platform/imaging/file-bytes.store';
import { ImageTool } from '../../../platform/imaging/image-tool';
import { ImageUnreadable } from '../../../platform/imaging/imaging.errors';
import { FfmpegTool, Unplayable } from '../../../platform/imaging/ffmpeg-tool';
import type { MediaProperties } from '../../../platform/imaging/media-properties';
import { MalformedFile, withReadAhead } from '../../../platform/imaging/readable-bytes';
import { DiskSpaceService } from '../storage/disk-space.service';
import { type IncomingFile, IncomingFilesStore } from '../storage/incoming-files.store';
import type { InspectedMedia, MediaKind } from './media-kind';
import { ImageTooLarge } from '../media.errors';
import { UnsupportedMedia } from '../public/unsupported-media';
import { readMp4Properties } from './mp4-properties';
import { scanPicture } from '../../../platform/imaging/scan/picture-scan';
import { readWavProperties, requireSound } from './audio-structure';
import { CONTAINERS, kindByTracks } from './containers';
import { removeMetadata } from '../metadata/remove-metadata';
import type { ReceivedFile } from './media-receiver.service';

const UNKNOWN = { width: null, height: null, duration: null, fps: null };

/** Inspects incoming files, and removes their metadata. */
@Injectable()
export class MediaContentService {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly incomingFiles: IncomingFilesStore,
    private readonly images: ImageTool,
    private readonly ffmpeg: FfmpegTool,
    private readonly config: ConfigService,
    private readonly disk: DiskSpaceService,
  ) {}

  /** Measures a file by its structure and its header. @throws UnsupportedMedia when it is damaged */
  async inspect({ incoming, kind }: ReceivedFile, owner: WorkOwner): Promise<InspectedMedia> {
    return this.rejectingDamaged(() =>
      kind.type === 'image' ? picture(incoming, kind) : this.recording(incoming, kind, owner),
    );
  }

  /**
   * Decodes an uploaded picture completely. Outputs of nodes are not verified: it would delay the job, and even an
   * oversized output is the job's result.
   * @throws ImageTooLarge, UnsupportedMedia, MediaTooCostly
   */
  async verify(
    { incoming }: ReceivedFile,
    { scan }: InspectedMedia,
    owner: WorkOwner,
  ): Promise<void> {
    if (!scan) return;
    const maxPixels = this.config.current().limits.pixels;
    const { width, height } = scan;
    if (width !== null && height !== null && width * height > maxPixels)
      throw new ImageTooLarge(width, height, maxPixels);
    await this.rejectingDamaged(() => this.images.verify(incoming.file, { owner, maxPixels }));
  }

  /** The file without metadata, in place of the received one. `null`: not possible, the received one stays as it is. */
  async removeMetadata(
    received: ReceivedFile,
    inspected: InspectedMedia,
    owner: WorkOwner,
  ): Promise<IncomingFile | null> {
    const { incomingFiles, disk, ffmpeg } = this;
    const cleaned = await removeMetadata(received, inspected, {
      incomingFiles,
      disk,
      ffmpeg,
      owner,
    });
    if (!cleaned) this.logger.warn(`metadata of a file of type ${inspected.mime} was not removed`);
    return cleaned;
  }

  private async recording(
    incoming: IncomingFile,
    kind: MediaKind,
    owner: WorkOwner,
  ): Promise<InspectedMedia> {
    await withFileBytes(incoming.file, (source) =>
      requireSound(kind.format, withReadAhead(source)),
    );
    const properties = await this.properties(incoming, kind, owner);
    if (!properties)
      return { ...UNKNOWN, ...kind, hasAudio: kind.type === 'audio' ? true : null, scan: null };
    const { width, height, duration, fps, hasAudio } = properties;
    return {
      ...kindByTracks(kind, properties),
      width,
      height,
      duration,
      fps,
      hasAudio,
      scan: null,
    };
  }

  /** Read by our WAV reader, else by ffprobe, else (an MP4 without ffprobe) by our MP4 reader; `null` if none can. */
  private async properties(
    incoming: IncomingFile,
    { format, mime }: MediaKind,
    owner: WorkOwner,
  ): Promise<MediaProperties | null> {
    const path = incoming.file;
    const wav =
      format === 'wav' &&
      (await withFileBytes(path, (source) => readWavProperties(withReadAhead(source))));
    if (wav) return wav;
    const demuxer = CONTAINERS[mime]?.demuxer;
    await this.incomingFiles.ensureWritten(incoming);
    const probed = demuxer ? await this.ffmpeg.probe({ path, demuxer, owner }) : null;
    if (probed || format !== 'mp4') return probed;
    return withFileBytes(path, (source) => readMp4Properties(withReadAhead(source)));
  }

  private async rejectingDamaged<T>(inspect: () => Promise<T>): Promise<T> {
    try {
      return await inspect();
    } catch (error) {
      if (error instanceof MalformedFile)
        throw new UnsupportedMedia(sentence(error.message), error);
      if (error instanceof ImageUnreadable || error instanceof Unplayable)
        throw new UnsupportedMedia('The file is damaged: its content can’t be read.', error);
      throw error;
    }
  }
}

async function picture(incoming: IncomingFile, kind: MediaKind): Promise<InspectedMedia> {
  const scan = await withFileBytes(incoming.file, scanPicture);
  const { width, height, frames, seconds } = scan;
  return {
    ...kind,
    // Animated pictures count as videos.
    type: frames > 1 ? 'video' : 'image',
    width,
    height,
    duration: seconds,
    fps: seconds ? frames / seconds : null,
    hasAudio: false,
    scan,
  };
}

const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
