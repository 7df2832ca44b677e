import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { Ids } from '../../../platform/clock/clock';
import { asDiskError } from '../../../platform/errors/disk-full';
import { flushFile, flushFolder } from '../../../platform/flush.store';
import { DatasetFolderMissing } from './dataset.errors';
import { DatasetFilesStore, isPictureName } from './dataset-files.store';

/** A file that a change writes, in place of one of the same name. */
export interface ChangedFile {
  /** `items`: the dataset's folder. `versions`: what its captions were before. */
  readonly folder: 'items' | 'versions';
  /** Path below that folder, with `/`. */
  readonly name: string;
  readonly content: string | (() => Readable);
}

/** Folders of changes: being written, and complete. */
const PART = '.part';
const READY = '.ready';
/** Errors of a rename whose target folder somebody has removed or replaced. */
const NO_PLACE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'EEXIST']);

/**
 * Changes several files of a dataset, all or none. The files are written into a temporary folder, which is renamed once
 * all of them are flushed. {@link recover} removes a change that was interrupted before this rename, and finishes one that
 * was interrupted after it. Callers hold the dataset's lock.
 */
@Injectable()
export class DatasetChangesStore {
  constructor(
    private readonly files: DatasetFilesStore,
    private readonly ids: Ids,
  ) {}

  /**
   * Makes the folder of the dataset's changes, and returns it.
   * @throws DatasetFolderMissing, DiskFull
   */
  async prepare(id: string): Promise<string> {
    if (!(await this.files.exists(id))) throw new DatasetFolderMissing();
    const state = this.files.stateFolder(id);
    try {
      await mkdir(state, { recursive: true });
    } catch (error) {
      throw asDiskError(error);
    }
    if (!(await this.files.hasState(id))) throw new DatasetFolderMissing();
    return state;
  }

  /**
   * @param bytes size of the files
   * @throws DatasetFolderMissing, DiskFull, what `content` throws
   */
  async apply(id: string, files: readonly ChangedFile[], bytes: number): Promise<void> {
    const state = await this.prepare(id);
    await this.files.assertFreeSpace(bytes);
    const change = join(state, this.ids.token(9));
    try {
      for (const { folder, name, content } of files)
        await write(join(change + PART, folder, name), content);
      await flushTree(change + PART);
      await rename(change + PART, change + READY);
      await flushFolder(state);
      await this.finish(id, change + READY);
    } catch (error) {
      await rm(change + PART, { recursive: true, force: true });
      throw asDiskError(error);
    }
  }

  /** Removes the changes that were not complete when the process ended, and finishes those that were. */
  async recover(id: string): Promise<void> {
    if (!(await this.files.hasState(id))) return;
    const state = this.files.stateFolder(id);
    for (const name of await readdir(state)) {
      if (name.endsWith(READY)) await this.finish(id, join(state, name));
      if (name.endsWith(PART)) await rm(join(state, name), { recursive: true, force: true });
    }
  }

  private async finish(id: string, change: string): Promise<void> {
    const folders = new Set<string>();
    for (const path of await filesOf(change)) {
      const target = await this.targetOf(id, path);
      if (target !== null && (await moved(join(change, path), target)))
        folders.add(dirname(target));
    }
    for (const folder of folders) await flushFolder(folder);
    await rm(change, { recursive: true, force: true });
  }

  private async targetOf(id: string, path: string): Promise<string | null> {
    const [folder = '', ...rest] = path.split(sep);
    if (folder === 'items') return this.files.locate(id, rest.join('/'));
    const versions = join(this.files.stateFolder(id), folder);
    await mkdir(versions, { recursive: true });
    return join(versions, ...rest);
  }
}

async function write(target: string, content: ChangedFile['content']): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const source = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content();
  await pipeline(source, createWriteStream(target, { flags: 'wx' }));
  await flushFile(target);
}

async function flushTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries)
    if (entry.isDirectory()) await flushFolder(join(entry.parentPath, entry.name));
  await flushFolder(folder);
}

/** Paths of the files in a folder; pictures last, so that no picture is ever without its caption. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return paths.sort((a, b) => Number(isPictureName(a)) - Number(isPictureName(b)));
}

async function moved(file: string, target: string): Promise<boolean> {
  try {
    await rename(file, target);
    return true;
  } catch (error) {
    if (NO_PLACE.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
