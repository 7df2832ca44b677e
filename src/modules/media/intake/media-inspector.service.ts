import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import type { Demuxer } from '../../../platform/imaging/demuxer';
import { ImageTool, ImageUnreadable } from '../../../platform/imaging/image-tool';
import { FfmpegTool, Unplayable } from '../../../platform/imaging/ffmpeg-tool';
import type { MediaProperties } from '../../../platform/imaging/media-properties';
import { type ReadableBytes, MalformedFile, withReadAhead } from '../public/readable-bytes';
import { scanJpeg } from '../metadata/jpeg-scan';
import { type IncomingFile, MediaFilesStore } from '../storage/media-files.store';
import type { MediaFormat, MediaKind } from './media-kind';
import { ImageTooLarge, UnsupportedMedia } from '../media.errors';
import { readMp4Properties } from './mp4-properties';
import type { PictureScan, Piece } from '../metadata/file-pieces';
import { playedKind } from './played-kind';
import { scanPng } from '../metadata/png-scan';
import { stripped } from '../stripping/strip';
import type { ReceivedFile } from './media-receiver.service';
import { scanWebp } from '../metadata/webp-scan';

/** What a file is, after a look inside. */
export interface Inspected extends Pick<MediaKind, 'type' | 'mime' | 'extension'> {
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly fps: number | null;
  readonly hasAudio: boolean | null;
  /** The same file without the words that it carries; `null` where it carries none. */
  readonly wordless: readonly Piece[] | null;
}

const UNKNOWN = { width: null, height: null, duration: null, fps: null };

type Scan = (source: ReadableBytes) => Promise<PictureScan>;

const SCANS: Partial<Record<MediaFormat, Scan>> = { png: scanPng, jpeg: scanJpeg, webp: scanWebp };

const DEMUXERS: Partial<Record<MediaFormat, Demuxer>> = {
  mp4: 'mov',
  matroska: 'matroska',
  wav: 'wav',
  mp3: 'mp3',
  flac: 'flac',
  ogg: 'ogg',
};

/** Looks inside incoming files. */
@Injectable()
export class MediaInspectorService {
  constructor(
    private readonly files: MediaFilesStore,
    private readonly images: ImageTool,
    private readonly probe: FfmpegTool,
    private readonly config: ConfigService,
  ) {}

  /** Measures a file by its structure and its header. @throws UnsupportedMedia when it is damaged */
  async inspect({ incoming, kind }: ReceivedFile): Promise<Inspected> {
    return this.judged(() =>
      kind.type === 'image' ? this.picture(incoming, kind) : this.recording(incoming, kind),
    );
  }

  /**
   * Makes sure that a picture from outside can be decoded to its last row. A node's own outputs go without: they cost
   * the job's time, and a large one is still what the job made.
   * @throws ImageTooLarge, UnsupportedMedia
   */
  async verify({ incoming, kind }: ReceivedFile, { width, height }: Inspected): Promise<void> {
    const { pixels } = this.config.current().limits;
    if (kind.type !== 'image' || width === null || height === null) return;
    if (width * height > pixels) throw new ImageTooLarge(width, height, pixels);
    await this.judged(() => this.images.verify(incoming.file, pixels));
  }

  private async picture(incoming: IncomingFile, kind: MediaKind): Promise<Inspected> {
    const scan = await this.scan(incoming, SCANS[kind.format]);
    const measured = await this.images.measure(incoming.file);
    const { frames, seconds } = scan ?? measured;
    return {
      ...kind,
      // What moves is a video, whatever its container is called.
      type: frames > 1 ? 'video' : 'image',
      width: measured.width,
      height: measured.height,
      duration: seconds,
      fps: seconds ? frames / seconds : null,
      hasAudio: false,
      wordless: scan ? wordsOut(scan) : await this.strip(incoming, kind),
    };
  }

  private async scan(incoming: IncomingFile, scan: Scan | undefined): Promise<PictureScan | null> {
    return scan ? this.files.withBytes(incoming, (source) => scan(withReadAhead(source))) : null;
  }

  private async recording(incoming: IncomingFile, kind: MediaKind): Promise<Inspected> {
    const facts = await this.play(incoming, kind);
    const wordless = await this.strip(incoming, kind);
    if (!facts)
      return { ...UNKNOWN, ...kind, hasAudio: kind.type === 'audio' ? true : null, wordless };
    const { width, height, duration, fps, hasAudio } = facts;
    return { ...playedKind(kind, facts), width, height, duration, fps, hasAudio, wordless };
  }

  private async strip(
    incoming: IncomingFile,
    { format }: MediaKind,
  ): Promise<readonly Piece[] | null> {
    return this.files.withBytes(incoming, (source) => stripped(source, format));
  }

  /** ffprobe's word, or for an MP4 our own reading; `null` where neither is to be had. */
  private async play(
    incoming: IncomingFile,
    { format }: MediaKind,
  ): Promise<MediaProperties | null> {
    const demuxer = DEMUXERS[format];
    const probed = demuxer ? await this.probe.probe(incoming.file, demuxer) : null;
    if (probed || format !== 'mp4') return probed;
    return this.files.withBytes(incoming, (source) => readMp4Properties(withReadAhead(source)));
  }

  private async judged<T>(look: () => Promise<T>): Promise<T> {
    try {
      return await look();
    } catch (error) {
      if (error instanceof MalformedFile)
        throw new UnsupportedMedia(sentence(error.message), error);
      if (error instanceof ImageUnreadable || error instanceof Unplayable)
        throw new UnsupportedMedia('The file is damaged: its content can’t be read.', error);
      throw error;
    }
  }
}

const wordsOut = ({ carriesMetadata, pieces }: PictureScan): readonly Piece[] | null =>
  carriesMetadata ? pieces : null;

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
