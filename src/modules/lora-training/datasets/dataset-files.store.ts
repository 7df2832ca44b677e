import { lstat, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { asDiskError } from '../../../platform/errors/disk-full';
import { flushFolder } from '../../../platform/flush.store';
import { requireFreeSpace } from '../../../platform/free-space.store';
import { TrainingRootMissing } from '../training.errors';
import {
  isFolder,
  isRealFolder,
  READ_FLAGS,
  requireTrainingRoot,
  trainingRoot,
} from '../training-root.store';
import { isMissing } from '../../../platform/missing-file';

export interface DatasetPicture {
  /** Path below the folder, with `/`. */
  readonly name: string;
  readonly size: number;
  /** When its file was changed last: milliseconds since 1970. */
  readonly modifiedAt: number;
}

const PICTURE = /\.(?:png|jpe?g|webp)$/i;
/** The toolkit skips folders with a dot. */
const STATE_FOLDER = '.kinora';
/** In the state folder of a dataset: earlier captions. */
const VERSIONS_FOLDER = 'versions';
/** In the state folder of a dataset while it is being changed, and after a change that failed. */
const MARK = 'changing';
const NO_DATASETS_FOLDER =
  'datasets in the training root is a file, not a folder. Ask the operator to move it away.';
/** Longer captions aren't read. */
const MAX_CAPTION_BYTES = 80_000;

/** Whether the toolkit trains on files of this name. */
export const isPictureName = (name: string): boolean => PICTURE.test(name);

/** Name of the file that holds a picture's caption. */
export const captionName = (picture: string): string => picture.replace(PICTURE, '.txt');

/** Folders of pictures and captions under `datasets` of the training root. Symbolic links are never followed. */
@Injectable()
export class DatasetFilesStore {
  constructor(private readonly config: ConfigService) {}

  /** @throws TrainingNotConfigured, TrainingRootMissing */
  async requireRoot(): Promise<void> {
    await requireTrainingRoot(this.config);
  }

  /** Whether there is nothing of this name. @throws TrainingRootMissing */
  async isFree(id: string): Promise<boolean> {
    await this.requireRoot();
    return (await lstat(this.folderOf(id)).catch(() => null)) === null;
  }

  /**
   * Creates the folder.
   * @returns false if there is something of this name
   * @throws TrainingRootMissing, DiskFull
   */
  async create(id: string): Promise<boolean> {
    const folder = this.folderOf(id);
    try {
      await mkdir(dirname(folder), { recursive: true });
      await mkdir(folder);
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST';
      if (!isTaken) throw asDiskError(error);
      if (!(await isFolder(dirname(folder)))) throw new TrainingRootMissing(NO_DATASETS_FOLDER);
      return false;
    }
    await flushFolder(dirname(folder));
    return true;
  }

  /** Whether the folder is there, is a folder itself, and lies in the training root. */
  async exists(id: string): Promise<boolean> {
    return isRealFolder(dirname(this.folderOf(id)), id);
  }

  /** Names of the pictures, sorted; subfolders included, as the toolkit reads them. Empty for a missing folder. */
  async names(id: string): Promise<readonly string[]> {
    if (!(await this.exists(id))) return [];
    const folder = this.folderOf(id);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .map((name) => name.split(sep).join('/'))
      .filter(isListed)
      .sort();
  }

  /** Whether {@link names} has this one. */
  async has(id: string, name: string): Promise<boolean> {
    const path = isListed(name) ? await this.locate(id, name) : null;
    return path !== null && (await lstat(path).catch(() => null))?.isFile() === true;
  }

  /** The pictures of {@link names}. */
  async pictures(id: string): Promise<readonly DatasetPicture[]> {
    const folder = this.folderOf(id);
    const pictures: DatasetPicture[] = [];
    for (const name of await this.names(id)) {
      const stats = await lstat(join(folder, name)).catch(() => null);
      if (stats) pictures.push({ name, size: stats.size, modifiedAt: stats.mtimeMs });
    }
    return pictures;
  }

  /**
   * The caption in the text file beside a picture; empty if there is none. `null` if it can't be read: it is too long, isn't UTF-8, or is a link.
   */
  async caption(id: string, picture: string): Promise<string | null> {
    const path = await this.locate(id, captionName(picture));
    if (path === null) return null;
    try {
      const file = await open(path, READ_FLAGS);
      try {
        const stats = await file.stat();
        if (!stats.isFile() || stats.size > MAX_CAPTION_BYTES) return null;
        return new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile()).trim();
      } finally {
        await file.close();
      }
    } catch (error) {
      return isMissing(error) ? '' : null;
    }
  }

  /** Captions by picture, as {@link caption} reads them. */
  async captions(
    id: string,
    pictures: readonly DatasetPicture[],
  ): Promise<ReadonlyMap<string, string | null>> {
    const captions = new Map<string, string | null>();
    for (const { name } of pictures) captions.set(name, await this.caption(id, name));
    return captions;
  }

  /** Absolute path of a file of the dataset; `null` if its folder isn't there, or is reached by a link. */
  async locate(id: string, name: string): Promise<string | null> {
    const folder = dirname(join(id, name));
    const datasets = dirname(this.folderOf(id));
    return (await isRealFolder(datasets, folder)) ? join(datasets, id, name) : null;
  }

  /**
   * Removes pictures, each with its caption unless a picture that stays shares it.
   * @returns the names of those that were there
   */
  async remove(id: string, names: readonly string[]): Promise<string[]> {
    const present = new Set(await this.names(id));
    const removed = new Set(names.filter((name) => present.has(name)));
    const staying = [...present].filter((name) => !removed.has(name));
    const shared = new Set(staying.map(captionName));
    for (const name of removed) {
      // The picture first, so that no picture is ever without its caption.
      await this.removeFile(id, name);
      if (!shared.has(captionName(name))) await this.removeFile(id, captionName(name));
    }
    return [...removed];
  }

  /** Removes the pictures and captions of a dataset. */
  async removeFolder(id: string): Promise<void> {
    await rm(this.folderOf(id), { recursive: true, force: true });
  }

  /** Removes the changes and versions of a dataset. */
  async removeState(id: string): Promise<void> {
    await rm(this.stateFolder(id), { recursive: true, force: true });
  }

  /** Ids of datasets with a change that has not been completed. None without a training root. */
  async unsettled(): Promise<readonly string[]> {
    const { root } = this.config.current().training;
    if (root === null) return [];
    const ids = await readdir(join(root, 'datasets', STATE_FOLDER)).catch(() => []);
    const contents = await Promise.all(
      ids.map((id) => readdir(this.stateFolder(id)).catch(() => [])),
    );
    return ids.filter((_, at) => contents[at]?.some((name) => name !== VERSIONS_FOLDER));
  }

  /**
   * Marks the dataset as {@link unsettled}, for as long as it is being changed.
   * @returns false if an earlier change has failed or was interrupted, so that the mark has to stay
   */
  async mark(id: string): Promise<boolean> {
    if (!(await this.exists(id))) return false;
    try {
      await mkdir(this.stateFolder(id), { recursive: true });
      if (!(await this.hasState(id))) return false;
      await writeFile(join(this.stateFolder(id), MARK), '', { flag: 'wx' });
      return true;
    } catch {
      // A full disk must not prevent the removal of pictures.
      return false;
    }
  }

  /** A mark that can't be removed does no harm: the next start looks at the dataset. */
  async unmark(id: string): Promise<void> {
    if (await this.hasState(id))
      await rm(join(this.stateFolder(id), MARK), { force: true }).catch(() => undefined);
  }

  /**
   * Absolute folder of the changes and versions of a dataset. It lies on the same disk as the datasets, so that files can be
   * moved there by renaming.
   */
  stateFolder(id: string): string {
    return join(dirname(this.folderOf(id)), STATE_FOLDER, id);
  }

  /** Whether {@link stateFolder} is there, and is not reached by a link. */
  async hasState(id: string): Promise<boolean> {
    return isRealFolder(dirname(this.folderOf(id)), join(STATE_FOLDER, id));
  }

  /** @throws DiskFull when less than `limits.min_free_bytes` would be left in the training root after `bytes` more */
  async assertFreeSpace(bytes: number): Promise<void> {
    await requireFreeSpace(dirname(this.folderOf('any')), bytes, this.config.current().limits);
  }

  private async removeFile(id: string, name: string): Promise<void> {
    const path = await this.locate(id, name);
    if (path !== null) await rm(path, { force: true });
  }

  private folderOf(id: string): string {
    return join(trainingRoot(this.config), 'datasets', id);
  }
}

/**
 * Whether a file of this name counts as a picture. As in the toolkit, hidden files, control images (in `_controls`) and files
 * of other types don't.
 */
const isListed = (name: string): boolean =>
  isPictureName(name) && !/(?:^|\/)(?:\.|_controls\/)/.test(name);
