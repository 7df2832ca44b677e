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
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { flushFolder } from '../../../platform/flush.store';
import { forgetBytes } from '../../../platform/imaging/file-bytes.store';
import { ifPresent } from '../../../platform/missing-file';
import type { IncomingFile } from './incoming-files.store';
import { shardOf } from './stored-name';

interface MarkerOptions {
  /** A file whose second name becomes the marker, which costs less than a file of its own. */
  readonly file?: string;
  /** `false`: a power failure may take the marker. For files that are received again after it. */
  readonly flush?: boolean;
}

/**
 * The catalogue's files: `<data_dir>/media/files/<2 hex digits>/<path>`. The folder `unsettled` has a marker for every
 * path whose file and row may disagree (decision 12). A marker is flushed before the file appears (but for an output of a
 * job) or its row is deleted, and removed when both agree: a start checks the marked paths only.
 */
@Injectable()
export class MediaFilesStore {
  /** Folders of `files` that exist durably, or are being created. */
  private readonly created = new Map<string, Promise<void>>();

  constructor(private readonly config: ConfigService) {}

  /** Creates the folders. */
  async prepare(): Promise<void> {
    await mkdir(this.folder('files'), { recursive: true });
    await mkdir(this.folder('unsettled'), { recursive: true });
    // A killed process may have created a folder of `files` that it did not flush.
    await flushFolder(this.folder('files'));
    await flushFolder(dirname(this.folder('files')));
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
    // `rm` with `force` looks at the file twice first.
    await ifPresent(unlink(this.marker(path)));
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

  /** Whether somebody has deleted the file. Throws when that can't be known: the disk may be away for a moment. */
  async isDeleted(path: string): Promise<boolean> {
    if (await ifPresent(stat(this.locate(path)))) return false;
    await stat(this.folder('files'));
    return true;
  }

  async remove(path: string): Promise<void> {
    await rm(this.locate(path), { force: true });
  }

  /** Opens a file; `null` if it was deleted on the disk. */
  async open(path: string): Promise<FileHandle | null> {
    return ifPresent(open(this.locate(path)));
  }

  /** A file's bytes; opened when first read. */
  stream(path: string): Readable {
    return createReadStream(this.locate(path));
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

  private folder(name: 'files' | 'unsettled'): string {
    return join(this.config.current().data_dir, 'media', name);
  }
}
