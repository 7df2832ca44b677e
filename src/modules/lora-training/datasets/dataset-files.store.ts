import { createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { asDiskError } from '../../../platform/errors/disk-full';
import { flushFile, flushFolder } from '../../../platform/flush.store';
import { DatasetFolderMissing, TrainingNotConfigured } from '../training.errors';

/** A picture of a dataset. */
export interface DatasetPicture {
  /** Path below the folder, with `/`. */
  readonly name: string;
  readonly size: number;
}

/** A picture that is put into a dataset. */
export interface NewPicture {
  readonly name: string;
  readonly open: () => Readable;
  readonly caption: string;
}

const PICTURE = /\.(?:png|jpe?g|webp)$/i;
/** Longer captions count as missing. */
const MAX_CAPTION_BYTES = 80_000;

/** Whether the toolkit trains on files of this name. */
export const isPictureName = (name: string): boolean => PICTURE.test(name);

/** Folders of pictures and captions under `datasets` of the training root. Symbolic links are never followed. */
@Injectable()
export class DatasetFilesStore {
  constructor(
    private readonly config: ConfigService,
    private readonly ids: Ids,
  ) {}

  /** Creates the folder. @returns false if there is something of this name. @throws DiskFull */
  async create(id: string): Promise<boolean> {
    const folder = this.folderOf(id);
    try {
      await mkdir(dirname(folder), { recursive: true });
      await mkdir(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw asDiskError(error);
    }
    await flushFolder(dirname(folder));
    return true;
  }

  /** Whether the folder is there, is a folder itself, and lies in the training root. */
  async exists(id: string): Promise<boolean> {
    const folder = this.folderOf(id);
    const stats = await lstat(folder).catch(() => null);
    if (stats?.isDirectory() !== true) return false;
    const [real, root] = await Promise.all([realpath(folder), realpath(dirname(folder))]);
    return real === join(root, id);
  }

  /** By name; subfolders included, as the toolkit reads them. Empty for a missing folder. */
  async pictures(id: string): Promise<readonly DatasetPicture[]> {
    if (!(await this.exists(id))) return [];
    const folder = this.folderOf(id);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile() && isPictureName(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .map((name) => name.split(sep).join('/'))
      .filter((name) => !/(?:^|\/)(?:\.|_controls\/)/.test(name))
      .sort();
    const sizes = await Promise.all(names.map((name) => lstat(join(folder, name))));
    return names.map((name, at) => ({ name, size: sizes[at]?.size ?? 0 }));
  }

  /** The caption beside a picture; empty if it has none. */
  async caption(id: string, picture: string): Promise<string> {
    const path = join(this.folderOf(id), captionName(picture));
    const stats = await lstat(path).catch(() => null);
    if (stats?.isFile() !== true || stats.size > MAX_CAPTION_BYTES) return '';
    return (await readFile(path, 'utf8')).trim();
  }

  /**
   * Writes a caption, then its picture, so that no picture is without a caption. Each is written completely or not at all.
   * @throws DatasetFolderMissing, DiskFull
   */
  async add(id: string, { name, open, caption }: NewPicture): Promise<void> {
    if (!(await this.exists(id))) throw new DatasetFolderMissing();
    const folder = this.folderOf(id);
    const temporary = join(folder, `.${this.ids.token(9)}.part`);
    try {
      await writeFile(temporary, caption, { flag: 'wx' });
      await flushFile(temporary);
      await rename(temporary, join(folder, captionName(name)));
      await pipeline(open(), createWriteStream(temporary, { flags: 'wx' }));
      await flushFile(temporary);
      await rename(temporary, join(folder, name));
      await flushFolder(folder);
    } catch (error) {
      await rm(temporary, { force: true });
      throw asDiskError(error);
    }
  }

  /** Removes a picture and its caption. */
  async remove(id: string, picture: string): Promise<void> {
    const folder = this.folderOf(id);
    await rm(join(folder, picture), { force: true });
    await rm(join(folder, captionName(picture)), { force: true });
  }

  async removeFolder(id: string): Promise<void> {
    await rm(this.folderOf(id), { recursive: true, force: true });
  }

  private folderOf(id: string): string {
    const { root } = this.config.current().training;
    if (root === null) throw new TrainingNotConfigured();
    return join(root, 'datasets', id);
  }
}

const captionName = (picture: string): string => picture.replace(PICTURE, '.txt');
