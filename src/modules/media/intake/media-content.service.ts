import { Injectable, Logger } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { ImageTool, ImageUnreadable } from '../../../platform/imaging/image-tool';
import { FfmpegTool, Unplayable } from '../../../platform/imaging/ffmpeg-tool';
import type { MediaProperties } from '../../../platform/imaging/media-properties';
import {
  type ReadableBytes,
  MalformedFile,
  withReadAhead,
} from '../../../platform/imaging/readable-bytes';
import { scanJpeg } from '../../../platform/imaging/scan/jpeg-scan';
import { type IncomingFile, MediaFilesStore } from '../storage/media-files.store';
import type { InspectedMedia, MediaFormat, MediaKind } from './media-kind';
import { ImageTooLarge, UnsupportedMedia } from '../media.errors';
import { readMp4Properties } from './mp4-properties';
import type { PictureScan } from '../../../platform/imaging/scan/file-pieces';
import { CONTAINERS, kindByTracks } from './containers';
import { removeMetadata } from '../metadata/remove-metadata';
import { scanPng } from '../../../platform/imaging/scan/png-scan';
import type { ReceivedFile } from './media-receiver.service';
import { scanWebp } from '../../../platform/imaging/scan/webp-scan';

const UNKNOWN = { width: null, height: null, duration: null, fps: null };

type Scan = (source: ReadableBytes) => Promise<PictureScan>;

const SCANS: Partial<Record<MediaFormat, Scan>> = { png: scanPng, jpeg: scanJpeg, webp: scanWebp };

/** Inspects incoming files, and removes their metadata. */
@Injectable()
export class MediaContentService {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly files: MediaFilesStore,
    private readonly images: ImageTool,
    private readonly ffmpeg: FfmpegTool,
    private readonly config: ConfigService,
  ) {}

  /** Measures a file by its structure and its header. @throws UnsupportedMedia when it is damaged */
  async inspect({ incoming, kind }: ReceivedFile): Promise<InspectedMedia> {
    return this.rejectingDamaged(() =>
      kind.type === 'image' ? this.picture(incoming, kind) : this.recording(incoming, kind),
    );
  }

  /**
   * Decodes an uploaded picture completely. Outputs of nodes are not verified: it would delay the job, and even an
   * oversized output is the job's result.
   * @throws ImageTooLarge, UnsupportedMedia
   */
  async verify({ incoming, kind }: ReceivedFile, { width, height }: InspectedMedia): Promise<void> {
    const { pixels } = this.config.current().limits;
    if (kind.type !== 'image' || width === null || height === null) return;
    if (width * height > pixels) throw new ImageTooLarge(width, height, pixels);
    await this.rejectingDamaged(() => this.images.verify(incoming.file, pixels));
  }

  /** The file without metadata, in place of the received one. `null`: not possible, the received one stays as it is. */
  async removeMetadata(
    received: ReceivedFile,
    inspected: InspectedMedia,
  ): Promise<IncomingFile | null> {
    const cleaned = await removeMetadata(received, inspected, this.files, this.ffmpeg);
    if (!cleaned) this.logger.warn(`metadata of a file of type ${inspected.mime} was not removed`);
    return cleaned;
  }

  private async picture(incoming: IncomingFile, kind: MediaKind): Promise<InspectedMedia> {
    const scan = await this.scan(incoming, SCANS[kind.format]);
    const measured = await this.images.measure(incoming.file);
    const { frames, seconds } = scan ?? measured;
    return {
      ...kind,
      // Animated pictures count as videos.
      type: frames > 1 ? 'video' : 'image',
      width: measured.width,
      height: measured.height,
      duration: seconds,
      fps: seconds ? frames / seconds : null,
      hasAudio: false,
      scan,
    };
  }

  private async scan(incoming: IncomingFile, scan: Scan | undefined): Promise<PictureScan | null> {
    return scan ? this.files.withBytes(incoming, (source) => scan(withReadAhead(source))) : null;
  }

  private async recording(incoming: IncomingFile, kind: MediaKind): Promise<InspectedMedia> {
    const properties = await this.properties(incoming, kind);
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

  /** What ffprobe reads, or for an MP4 without ffprobe our own reader; `null` for everything else. */
  private async properties(
    incoming: IncomingFile,
    { format, mime }: MediaKind,
  ): Promise<MediaProperties | null> {
    const container = CONTAINERS[mime];
    const probed = container ? await this.ffmpeg.probe(incoming.file, container.demuxer) : null;
    if (probed || format !== 'mp4') return probed;
    return this.files.withBytes(incoming, (source) => readMp4Properties(withReadAhead(source)));
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

const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
