import { Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { DecodingSlots, type WorkRequest } from './decoding-slots';
import { unwrittenBytes, withFileBytes } from './file-bytes.store';
import { ImageProcesses } from './image-processes';
import type {
  DecodedImage,
  DecodingWork,
  ImageResults,
  ImageSource,
  ImageWork,
  PictureRenditions,
  SheetCell,
} from './image-work';
import { ImageUnreadable, MediaTooCostly } from './imaging.errors';
import type { PerceptualHash } from './perceptual-hash';
import type { PictureSize } from './picture-fit';
import { bytesOf, MalformedFile } from './readable-bytes';
import { type PictureScan, scanPicture } from './scan/picture-scan';

/** Who asks for the work, and the most pixels that are decoded. */
export interface ImageTask extends WorkRequest {
  readonly maxPixels: number;
}

/** Per file, from the moment that it is decoded. */
const TIMEOUT_MS = 30_000;
const BASE_BYTES = 256 * 1024 * 1024;
/** Two copies of 16 bits in four channels. */
const BYTES_PER_PIXEL = 16;
const SHEET_BYTES = 512 * 1024 * 1024;

/**
 * Decodes pictures from outside in child processes with limits of memory and time, in slots that owners take in turn.
 * A file's structure is checked first: what would take too much is never opened. Takes a file's absolute path or its
 * bytes.
 */
@Injectable()
export class ImageTool implements OnModuleDestroy, OnApplicationShutdown {
  constructor(
    private readonly slots = new DecodingSlots(),
    readonly processes = new ImageProcesses(),
  ) {}

  /** When the service begins to end: requests that wait for their turn are refused, so that it ends soon. */
  onModuleDestroy(): void {
    this.processes.drain();
  }

  onApplicationShutdown(): void {
    this.processes.close();
  }

  /** Decodes the whole picture. @throws ImageUnreadable when it is damaged or cut off; MediaTooCostly */
  async verify(source: ImageSource, task: ImageTask): Promise<void> {
    await this.run<'verify'>({ kind: 'verify', source, maxPixels: task.maxPixels }, task);
  }

  /**
   * The perceptual hash of a picture that is decoded completely; `null` for one of a single colour.
   * @throws ImageUnreadable when it is damaged or cut off; MediaTooCostly
   */
  async hash(source: ImageSource, task: ImageTask): Promise<PerceptualHash | null> {
    return this.run<'hash'>({ kind: 'hash', source, maxPixels: task.maxPixels }, task);
  }

  /**
   * Small versions of a picture from one decode: a WebP for each edge, that fits into a square of so many pixels and is
   * never larger than the picture, a placeholder and a perceptual hash.
   * @throws ImageUnreadable, MediaTooCostly
   */
  async renditions(
    source: ImageSource,
    edges: readonly number[],
    task: ImageTask,
  ): Promise<PictureRenditions> {
    const { maxPixels } = task;
    return this.run<'renditions'>({ kind: 'renditions', source, edges, maxPixels }, task);
  }

  /** The last frame of an animation as PNG. @throws ImageUnreadable, MediaTooCostly */
  async lastFrame(source: ImageSource, task: ImageTask): Promise<Buffer> {
    const { maxPixels } = task;
    return toBuffer(await this.run<'lastFrame'>({ kind: 'lastFrame', source, maxPixels }, task));
  }

  /** The pixels of a picture, upright, or of its first frame. @throws ImageUnreadable, MediaTooCostly */
  async decode(
    source: ImageSource,
    task: ImageTask,
  ): Promise<DecodedImage & { readonly data: Buffer }> {
    const { maxPixels } = task;
    const image = await this.run<'decode'>({ kind: 'decode', source, maxPixels }, task);
    return { ...image, data: toBuffer(image.data) };
  }

  /**
   * The pixels of a picture, or of its first frame, in a size: 8 bits of red, green and blue each. Upright, without
   * transparency, and cropped or with bars as {@link fitOf} decides. @throws ImageUnreadable, MediaTooCostly
   */
  async fitted(source: ImageSource, size: PictureSize, task: ImageTask): Promise<Buffer> {
    const { maxPixels } = task;
    return toBuffer(await this.run<'fit'>({ kind: 'fit', source, size, maxPixels }, task));
  }

  /** A WebP with thumbnails in rows, each above its label. Only for pictures of ours. */
  async contactSheet(
    cells: readonly SheetCell[],
    columns: number,
    request: WorkRequest,
  ): Promise<Buffer> {
    const work = { kind: 'contactSheet', cells, columns } as const;
    return toBuffer(
      await this.slots.run(request, () => this.answer<'contactSheet'>(work, SHEET_BYTES)),
    );
  }

  private run<Kind extends DecodingWork['kind']>(
    work: Extract<DecodingWork, { kind: Kind }>,
    task: ImageTask,
  ): Promise<ImageResults[Kind]> {
    const decode = async (): Promise<ImageResults[Kind]> => {
      const source = await openable(work.source);
      const pixels = await checkedPixels(source, task.maxPixels);
      return this.answer<Kind>({ ...work, source }, BASE_BYTES + BYTES_PER_PIXEL * pixels);
    };
    return this.slots.run(task, decode);
  }

  private async answer<Kind extends ImageWork['kind']>(
    work: Extract<ImageWork, { kind: Kind }>,
    maxBytes: number,
  ): Promise<ImageResults[Kind]> {
    const answer = await this.processes.run(work, { timeoutMs: TIMEOUT_MS, maxBytes });
    if ('error' in answer)
      throw new ImageUnreadable('the picture cannot be decoded', { cause: answer.error });
    return answer.result as ImageResults[Kind];
  }
}

/**
 * What libvips can open: the bytes of a file that is only in memory, or whose name ends with a bracket. libvips would take
 * brackets for options, and open another file.
 */
async function openable(source: ImageSource): Promise<ImageSource> {
  if (typeof source !== 'string') return source;
  if (!source.endsWith(']') && unwrittenBytes(source) === null) return source;
  return withFileBytes(source, async (bytes) => bytes.read(0, bytes.size));
}

/** Pixels of a picture that may be decoded. @throws ImageUnreadable, MediaTooCostly */
async function checkedPixels(source: ImageSource, maxPixels: number): Promise<number> {
  const { width, height, exceeded } = await scan(source);
  if (exceeded !== null) throw new MediaTooCostly(exceeded);
  const pixels = (width ?? 0) * (height ?? 0);
  if (pixels > maxPixels) throw new MediaTooCostly(`it has more than ${maxPixels} pixels`);
  return pixels;
}

async function scan(source: ImageSource): Promise<PictureScan> {
  try {
    return typeof source === 'string'
      ? await withFileBytes(source, scanPicture)
      : await scanPicture(bytesOf(toBuffer(source)));
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    throw new ImageUnreadable('the picture cannot be decoded', { cause: error });
  }
}

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
