import { join } from 'node:path';
import type { MediaFile } from '../../platform/imaging/ffmpeg-run';
import { Picture, type Size } from '../drawing/picture';
import type { NodeFilesStore } from '../files/node-files.store';
import { PythonError } from '../wire/python';
import type { Ffmpeg } from './ffmpeg';

/** Maximum bytes of unpacked frames on the disk. */
export const MAX_UNPACKED_BYTES = 4 * 1024 ** 3;

const STEM = 'frames_';
const CHANNELS = 3;

/** A video file on the node. */
export interface VideoSource {
  readonly media: MediaFile;
  readonly size: Size;
  /** How many frames it has, as its container says. */
  readonly frames: number;
}

/**
 * The frames of a video file, unpacked so that single frames can be read. They are deleted when others need the space,
 * and unpacked again when they are read again.
 */
export class VideoFrames {
  private readonly bytesOfFrame: number;
  /** The unpacking in progress, shared by all frames that are read at the same time. */
  private unpacking: Promise<void> | undefined;

  private constructor(
    private readonly source: VideoSource,
    private readonly path: string,
    private readonly tools: { readonly files: NodeFilesStore; readonly ffmpeg: Ffmpeg },
  ) {
    this.bytesOfFrame = source.size.width * source.size.height * CHANNELS;
  }

  /** Throws `PythonError` for a video without end, and for one that can't be played. */
  static async open(
    source: VideoSource,
    tools: {
      readonly files: NodeFilesStore;
      readonly ffmpeg: Ffmpeg;
      readonly signal?: AbortSignal;
    },
    most = MAX_UNPACKED_BYTES,
  ): Promise<readonly Picture[]> {
    const bytes = source.size.width * source.size.height * CHANNELS * source.frames;
    if (bytes > most)
      throw new PythonError('MemoryError', `Unable to allocate ${bytes} bytes for the frames`);
    // Named by content, so that another prompt's frames never replace those that a cached video refers to.
    const content = await tools.files.hash(source.media.path);
    const path = join(tools.files.folder('temp'), `${STEM}${content}.rgb`);
    await tools.files.trim('temp', STEM, most - bytes);
    return new VideoFrames(source, path, tools).pictures(tools.signal);
  }

  private async pictures(signal?: AbortSignal): Promise<readonly Picture[]> {
    const { size } = this.source;
    const count = Math.floor((await this.unpacked(signal)) / this.bytesOfFrame);
    return Array.from(
      { length: count },
      (_, index) =>
        new Picture(size, CHANNELS, async () => ({
          data: await this.frame(index),
          channels: CHANNELS,
          ...size,
        })),
    );
  }

  private async frame(index: number): Promise<Buffer> {
    await this.unpacked();
    return this.tools.files.part(this.path, index * this.bytesOfFrame, this.bytesOfFrame);
  }

  /** Unpacks the frames if they were deleted. @returns their size in bytes */
  private async unpacked(signal?: AbortSignal): Promise<number> {
    const { files } = this.tools;
    const stats = await files.stat(this.path);
    if (stats) return stats.size;
    this.unpacking ??= this.unpack(signal).finally(() => (this.unpacking = undefined));
    await this.unpacking;
    return (await files.stat(this.path))?.size ?? 0;
  }

  private async unpack(signal?: AbortSignal): Promise<void> {
    const { files, ffmpeg } = this.tools;
    const incoming = `${this.path}.part`;
    try {
      const inputs = [{ source: this.source.media, options: ['-noautorotate'] }];
      const form = ['-pix_fmt', 'rgb24', '-f', 'rawvideo', `file:${incoming}`];
      const most = ['-fs', String(MAX_UNPACKED_BYTES)];
      const output = ['-fps_mode', 'passthrough', '-an', ...most, ...form];
      await ffmpeg.run({ inputs, output }, signal);
      await files.move(incoming, this.path);
    } finally {
      await files.remove(incoming);
    }
  }
}
