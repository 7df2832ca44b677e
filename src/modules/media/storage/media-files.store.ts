import { createHash } from 'node:crypto';
import { createReadStream, statfsSync } from 'node:fs';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { sha256OfFile } from '../../../platform/file-hash.store';
import { flushFolder } from '../../../platform/flush.store';
import { UserError } from '../../../platform/errors/user-error';
import { Ids } from '../../../platform/clock/clock';
import type { ByteRange } from '../../../platform/http/content/byte-range';
import {
  forgetBytes,
  keepBytes,
  markAsOnDisk,
  unwrittenBytes,
  withFileBytes,
} from '../../../platform/imaging/file-bytes.store';
import type { Piece } from '../../../platform/imaging/scan/file-pieces';
import type { ReadableBytes } from '../../../platform/imaging/readable-bytes';
import { FileWriter } from './file-writer.store';
import { shardOf } from './stored-name';
import { ifPresent } from '../../../platform/missing-file';

/** A received file that is not visible yet. */
export interface IncomingFile {
  /** Absolute. A small file is only in memory until it is written (`ensureWritten`) or flushed. */
  readonly file: string;
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

interface MarkerOptions {
  /** A file whose second name becomes the marker, which costs less than a file of its own. */
  readonly file?: string;
  /** `false`: a power failure may take the marker. For files that are received again after it. */
  readonly flush?: boolean;
}

/** Large pieces, because each costs a trip to the thread pool; measured against nginx (`npm run bench -- --only files`). */
const SEND_CHUNK_BYTES = 512 * 1024;

const READ_CHUNK_BYTES = 512 * 1024;

/** Called while a file is received; an error ends the transfer. */
export interface ReceiveHooks {
  /** For each chunk; `size` includes it. */
  readonly onBytes: (chunk: Buffer, size: number) => void;
  /** After the last chunk. */
  readonly onEnd: () => void;
}

/**
 * The catalogue's files: `<data_dir>/media/files/<2 hex digits>/<path>`. `incoming` holds files that are being received,
 * `unsettled` a marker for every path whose file and row may disagree (decision 12). A marker is flushed before the file
 * appears (but for an output of a job) or its row is deleted, and removed when both agree: a start checks the marked
 * paths only.
 */
@Injectable()
export class MediaFilesStore {
  /** Folders of `files` that exist durably, or are being created. */
  private readonly created = new Map<string, Promise<void>>();

  constructor(
    private readonly config: ConfigService,
    private readonly ids: Ids,
  ) {}

  /** Creates the folders, and deletes what a killed process was receiving. @throws UserError if it may not */
  async prepare(): Promise<void> {
    try {
      await this.makeFolders();
    } catch (error) {
      const folder = dirname(this.folder('files'));
      throw new UserError(
        `The folder ${folder} can't be used (${(error as Error).message}). Let this user write to all folders in it.`,
        { cause: error },
      );
    }
  }

  private async makeFolders(): Promise<void> {
    await mkdir(this.folder('files'), { recursive: true });
    await mkdir(this.folder('unsettled'), { recursive: true });
    await rm(this.folder('incoming'), { recursive: true, force: true });
    await mkdir(this.folder('incoming'), { recursive: true });
    // A killed process may have created a folder of `files` that it did not flush.
    await flushFolder(this.folder('files'));
    await flushFolder(dirname(this.folder('files')));
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
    const file = this.newIncoming();
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
    if (isOnDisk) await unlinkIfThere(file);
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

  /** Moves a file, which must be flushed, to its path, durably; replaces a pending file of that path. */
  async place({ file }: IncomingFile, path: string, marker: MarkerOptions = {}): Promise<void> {
    const target = this.locate(path);
    forgetBytes(file);
    try {
      await this.markPending(path, { ...marker, file });
      await this.createFolder(dirname(target));
      await rename(file, target);
    } catch (error) {
      // The marker would keep the bytes of a file that is in no place.
      if (!(await this.has(path))) await this.clearPending(path);
      throw error;
    }
    await flushFolder(dirname(target));
  }

  /** Marks that file and row of this path may disagree from now on. */
  async markPending(path: string, { flush = true, file }: MarkerOptions = {}): Promise<void> {
    const marker = this.marker(path);
    // Never truncated: a marker that exists may be a second name of the stored file.
    const makeEmpty = (): Promise<void> => writeFile(marker, '', { flag: 'a' });
    if (file === undefined) await makeEmpty();
    // Fails where the file system has no links, and where a marker exists.
    else await link(file, marker).catch(makeEmpty);
    if (flush) await flushFolder(this.folder('unsettled'));
  }

  /** File and row agree again: removes the mark. */
  async clearPending(path: string): Promise<void> {
    await unlinkIfThere(this.marker(path));
  }

  /** Paths whose file and row may disagree. */
  async pendingPaths(): Promise<string[]> {
    return readdir(this.folder('unsettled'));
  }

  async has(path: string): Promise<boolean> {
    return stat(this.locate(path)).then(
      () => true,
      () => false,
    );
  }

  async remove(path: string): Promise<void> {
    await rm(this.locate(path), { force: true });
  }

  /** Opens a file; `null` if it was deleted on the disk. */
  async open(path: string, range: ByteRange | null): Promise<Readable | null> {
    const handle = await ifPresent(open(this.locate(path)));
    return handle?.createReadStream({ ...range, highWaterMark: SEND_CHUNK_BYTES }) ?? null;
  }

  /** A file's bytes; opened when first read. */
  stream(path: string): Readable {
    return createReadStream(this.locate(path));
  }

  /** The bytes of an incoming file; opened when first read. */
  streamIncoming({ file }: IncomingFile): Readable {
    const content = unwrittenBytes(file);
    return content === null ? createReadStream(file) : Readable.from([content]);
  }

  /** Absolute path of a file, for programs that open it. */
  locate(path: string): string {
    return join(this.folder('files'), shardOf(path), path);
  }

  /** Free bytes on the data folder's disk, without root's reserve. Takes 2 µs, and 150 µs in the thread pool. */
  freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder('files'));
    return bavail * bsize;
  }

  private async write(chunks: () => AsyncIterable<Buffer>): Promise<IncomingFile> {
    const file = this.newIncoming();
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

  private newIncoming(): string {
    return join(this.folder('incoming'), `${this.ids.token(16)}.part`);
  }

  /** Creates a folder of `files`, durably, before its first file: creating all 256 takes 100 ms of the first start. */
  private async createFolder(folder: string): Promise<void> {
    const create = async (): Promise<void> => {
      const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
      if (isNew) await flushFolder(this.folder('files'));
    };
    const creation = this.created.get(folder) ?? create();
    this.created.set(folder, creation);
    try {
      await creation;
    } catch (error) {
      this.created.delete(folder);
      throw error;
    }
  }

  private marker(path: string): string {
    return join(this.folder('unsettled'), path);
  }

  private folder(name: 'files' | 'incoming' | 'unsettled'): string {
    return join(this.config.current().data_dir, 'media', name);
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

/** As `rm` with `force`, which looks at the file twice first. */
async function unlinkIfThere(file: string): Promise<void> {
  await ifPresent(unlink(file));
}
