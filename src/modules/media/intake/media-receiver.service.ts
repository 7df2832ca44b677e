import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { asDiskError } from '../../../platform/errors/disk-full';
import { withFileBytes } from '../../../platform/imaging/file-bytes.store';
import { DiskSpaceService } from '../storage/disk-space.service';
import { type IncomingFile, IncomingFilesStore } from '../storage/incoming-files.store';
import { MediaFilesStore } from '../storage/media-files.store';
import { HEAD_BYTES, type MediaKind, detectKind } from './media-kind';
import { UploadTooLarge } from '../media.errors';
import { UnsupportedMedia } from '../public/unsupported-media';

/** A complete file of an accepted type, not yet in the catalogue. */
export interface ReceivedFile {
  readonly incoming: IncomingFile;
  readonly kind: MediaKind;
}

export interface ReceiveLimits {
  readonly maxBytes?: number;
  /** The Content-Length that the sender announced. */
  readonly announced?: number;
  /** Detects the type by the first bytes; `null` refuses the file. Default: pictures, videos and sound only. */
  readonly detect?: DetectKind;
}

export type DetectKind = (head: Buffer) => MediaKind | null;

/** Free space is checked at the first byte and each time that so many bytes have arrived. */
const SPACE_CHECK_BYTES = 8 * 1024 * 1024;

/** Receives files: writes them to the disk, counts, hashes, and rejects unknown types by their first bytes. */
@Injectable()
export class MediaReceiverService {
  constructor(
    private readonly files: MediaFilesStore,
    private readonly incomingFiles: IncomingFilesStore,
    private readonly disk: DiskSpaceService,
  ) {}

  /**
   * Nothing is left behind when it throws: `DiskFull`, `UnsupportedMedia`, `UploadTooLarge`, or what the stream throws.
   */
  async receive(source: Readable, limits: ReceiveLimits = {}): Promise<ReceivedFile> {
    const { maxBytes = Number.POSITIVE_INFINITY, announced = 0, detect = detectKind } = limits;
    const head = new Head(detect);
    let nextCheck = 0;
    try {
      const incoming = await this.incomingFiles.receive(source, {
        onBytes: (chunk, size) => {
          if (size > maxBytes) throw new UploadTooLarge(maxBytes);
          head.take(chunk);
          if (size < nextCheck) return;
          nextCheck += SPACE_CHECK_BYTES;
          this.disk.assertFreeSpace(Math.max(0, announced - size));
        },
        onEnd: () => head.judge(),
      });
      return { incoming, kind: head.judge() };
    } catch (error) {
      throw asDiskError(error);
    }
  }

  /**
   * Takes a file that `write` writes to the path it is given. Nothing is left behind when it throws: `DiskFull`,
   * `UnsupportedMedia`, or what `write` throws.
   */
  async produce(
    write: (target: string) => Promise<void>,
    detect: DetectKind,
  ): Promise<ReceivedFile> {
    this.disk.assertFreeSpace();
    const incoming = await this.incomingFiles
      .produce(Number.POSITIVE_INFINITY, async (target) => {
        await write(target);
        return true;
      })
      .catch((error: unknown) => {
        throw asDiskError(error);
      });
    if (!incoming) throw new Error('a file without a size limit was refused as too large');
    try {
      const head = new Head(detect);
      head.take(await withFileBytes(incoming.file, async (bytes) => bytes.read(0, HEAD_BYTES)));
      return { incoming, kind: head.judge() };
    } catch (error) {
      await this.incomingFiles.discard(incoming);
      throw error;
    }
  }

  /** Deletes a received file that is stored at `path` already; if the stored one is missing on the disk, replaces it instead. */
  async discardCopy({ incoming }: ReceivedFile, path: string): Promise<void> {
    if (await this.files.has(path)) return this.incomingFiles.discard(incoming);
    const { flushed } = await this.incomingFiles.beginFlush(incoming);
    await flushed;
    await this.files.place(incoming, path);
    await this.files.clearPending(path);
  }

  /** Deletes a received file. */
  async discard({ incoming }: ReceivedFile): Promise<void> {
    await this.incomingFiles.discard(incoming);
  }
}

/** Collects the first bytes of a file, and detects its type from them. */
class Head {
  private bytes = Buffer.alloc(0);
  private kind: MediaKind | null = null;

  constructor(private readonly detect: DetectKind) {}

  take(chunk: Buffer): void {
    if (this.bytes.length >= HEAD_BYTES) return;
    this.bytes = Buffer.concat([this.bytes, chunk.subarray(0, HEAD_BYTES - this.bytes.length)]);
    if (this.bytes.length === HEAD_BYTES) this.judge();
  }

  judge(): MediaKind {
    this.kind ??= this.detect(this.bytes);
    if (this.kind) return this.kind;
    throw new UnsupportedMedia(
      this.bytes.length === 0
        ? 'The file is empty.'
        : 'The content of the file is of a type that is not accepted.',
    );
  }
}
