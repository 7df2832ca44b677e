import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { sha256OfFile } from '../../../platform/file-hash.store';
import {
  forgetBytes,
  keepBytes,
  markAsOnDisk,
  unwrittenBytes,
  withFileBytes,
} from '../../../platform/imaging/file-bytes.store';
import type { ReadableBytes } from '../../../platform/imaging/readable-bytes';
import type { Piece } from '../../../platform/imaging/scan/file-pieces';
import { ifPresent } from '../../../platform/missing-file';
import { FileWriter } from './file-writer.store';

/** A received file that is not visible yet. */
export interface IncomingFile {
  /** Absolute. A small file is only in memory until it is written (`ensureWritten`) or flushed. */
  readonly file: string;
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

const READ_CHUNK_BYTES = 512 * 1024;

/** Called while a file is received; an error ends the transfer. */
export interface ReceiveHooks {
  /** For each chunk; `size` includes it. */
  readonly onBytes: (chunk: Buffer, size: number) => void;
  /** After the last chunk. */
  readonly onEnd: () => void;
}

/** Files that are being received, in `<data_dir>/media/incoming`; `MediaFilesStore.place` moves them to their place. Thumbnails are written here, too. */
@Injectable()
export class IncomingFilesStore {
  constructor(
    private readonly config: ConfigService,
    private readonly ids: Ids,
  ) {}

  /** Creates the folder, and deletes what a killed process was receiving. */
  async prepare(): Promise<void> {
    await rm(this.folder(), { recursive: true, force: true });
    await mkdir(this.folder(), { recursive: true });
  }

  /** Absolute path for a new file. */
  newFile(): string {
    return join(this.folder(), `${this.ids.token(16)}.part`);
  }

  /** Takes a stream as a new file, and hashes it. A failure leaves no file behind. */
  async receive(source: Readable, { onBytes, onEnd }: ReceiveHooks): Promise<IncomingFile> {
    // The stream may fail before it is read: reading it then throws the error.
    source.on('error', () => undefined);
    return this.write(async function* () {
      let size = 0;
      for await (const chunk of source as AsyncIterable<Buffer>) {
        size += chunk.length;
        onBytes(chunk, size);
        yield chunk;
      }
      onEnd();
    });
  }

  /** Writes a new incoming file from parts of another, and deletes the other one. */
  async rewrite(incoming: IncomingFile, pieces: readonly Piece[]): Promise<IncomingFile> {
    const rewritten = await withFileBytes(incoming.file, (source) =>
      this.write(async function* () {
        for (const piece of pieces) {
          if ('from' in piece) yield* chunksOf(source, piece.from, piece.to);
          else yield piece;
        }
      }),
    );
    await this.discard(incoming);
    return rewritten;
  }

  /** Has `write` write a new incoming file. `null` if it answers `false`, or the file has `maxBytes` or more. */
  async produce(
    maxBytes: number,
    write: (target: string) => Promise<boolean>,
  ): Promise<IncomingFile | null> {
    const file = this.newFile();
    try {
      const size = (await write(file)) ? (await stat(file)).size : null;
      if (size === null || size >= maxBytes) {
        await rm(file, { force: true });
        return null;
      }
      return { file, size, sha256: await sha256OfFile(file) };
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }

  async discard({ file }: IncomingFile): Promise<void> {
    const isOnDisk = unwrittenBytes(file) === null;
    forgetBytes(file);
    // `rm` with `force` looks at the file twice first.
    if (isOnDisk) await ifPresent(unlink(file));
  }

  /** Writes an incoming file that is only in memory, for programs that open it. */
  async ensureWritten({ file }: IncomingFile): Promise<void> {
    const content = unwrittenBytes(file);
    if (content === null) return;
    markAsOnDisk(file);
    await writeFile(file, content, { flag: 'wx' });
  }

  /**
   * Writes an incoming file if it is only in memory, and begins to flush it; programs may read it meanwhile. Await
   * `flushed` before anything relies on the file.
   */
  async beginFlush({ file }: IncomingFile): Promise<{ readonly flushed: Promise<void> }> {
    const content = unwrittenBytes(file);
    markAsOnDisk(file);
    const handle = await open(file, content === null ? 'r+' : 'wx');
    const written = content === null ? Promise.resolve() : handle.writeFile(content);
    const flushed = flushAndClose(handle, written);
    // Its error is thrown where it is awaited.
    flushed.catch(() => undefined);
    await written;
    return { flushed };
  }

  /** The bytes of an incoming file; opened when first read. */
  stream({ file }: IncomingFile): Readable {
    const content = unwrittenBytes(file);
    return content === null ? createReadStream(file) : Readable.from([content]);
  }

  private async write(chunks: () => AsyncIterable<Buffer>): Promise<IncomingFile> {
    const file = this.newFile();
    const hash = createHash('sha256');
    const writer = new FileWriter(() => open(file, 'wx'));
    let size = 0;
    try {
      for await (const chunk of chunks()) {
        hash.update(chunk);
        size += chunk.length;
        await writer.write(chunk);
      }
      const content = await writer.finish();
      if (content && !keepBytes(file, content)) await writeFile(file, content, { flag: 'wx' });
    } catch (error) {
      await writer.close();
      await rm(file, { force: true });
      throw error;
    }
    return { file, size, sha256: hash.digest('hex') };
  }

  private folder(): string {
    return join(this.config.current().data_dir, 'media', 'incoming');
  }
}

async function flushAndClose(handle: FileHandle, written: Promise<void>): Promise<void> {
  try {
    await written;
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The bytes from one offset to another, in pieces of a moderate size. */
async function* chunksOf(source: ReadableBytes, from: number, to: number): AsyncIterable<Buffer> {
  for (let offset = from; offset < to; offset += READ_CHUNK_BYTES)
    yield source.read(offset, Math.min(READ_CHUNK_BYTES, to - offset));
}
