import { createReadStream, createWriteStream } from 'node:fs';
import {
  access,
  copyFile,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { flushFile, flushFolder } from '../../../platform/flush.store';

/** Ending of temporary names. */
const PART = '.part';

/**
 * Files that films are made of: `<data_dir>/renders/<id>/`. A file gets its final name once it is complete and flushed, so
 * that an interrupted render continues with the files that exist.
 */
@Injectable()
export class FilmFilesStore {
  constructor(
    private readonly config: ConfigService,
    private readonly ids: Ids,
  ) {}

  /**
   * Creates a film's folder unless it exists, and deletes the unfinished files of an interrupted attempt in it.
   * @returns its absolute path
   */
  async folder(id: string): Promise<string> {
    const folder = join(this.root(), id);
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder))
      if (name.endsWith(PART)) await rm(join(folder, name), { force: true });
    return folder;
  }

  /** The size of a finished file in bytes. */
  async size(file: string): Promise<number> {
    return (await stat(file)).size;
  }

  async removeFile(folder: string, name: string): Promise<void> {
    await rm(join(folder, name), { force: true });
  }

  /** Deletes a film's files. */
  async remove(id: string): Promise<void> {
    await rm(join(this.root(), id), { recursive: true, force: true });
  }

  /**
   * Deletes the files of all other films.
   * @param kept returns the ids of the films to keep. It is called after the folders were listed, so that a film that
   *   begins in between is kept
   */
  async removeExcept(kept: () => Promise<ReadonlySet<string>>): Promise<void> {
    await mkdir(this.root(), { recursive: true });
    const present = await readdir(this.root());
    const ids = await kept();
    for (const id of present.filter((one) => !ids.has(one))) await this.remove(id);
  }

  has(folder: string, name: string): Promise<boolean> {
    return access(join(folder, name)).then(
      () => true,
      () => false,
    );
  }

  /**
   * Lets `write` write a file under a temporary name and then renames it; does nothing if the file exists. The temporary
   * name is new each time, because a program that outlives a killed service may still write to the last one.
   * @param write gets the temporary name in the folder
   */
  async make(folder: string, name: string, write: (part: string) => Promise<void>): Promise<void> {
    if (!(await this.has(folder, name))) await this.replace(folder, name, write);
  }

  /** Does the same, but replaces the file if it exists. */
  async replace(
    folder: string,
    name: string,
    write: (part: string) => Promise<unknown>,
  ): Promise<void> {
    const part = this.partName();
    try {
      await write(part);
      await flushFile(join(folder, part));
      await rename(join(folder, part), join(folder, name));
      await flushFolder(folder);
    } finally {
      await rm(join(folder, part), { force: true });
    }
  }

  /** Writes a small file, or replaces it. */
  async write(folder: string, name: string, content: string | Uint8Array): Promise<void> {
    await writeFile(join(folder, name), content);
  }

  /** Makes a file of `size` zero bytes; most file systems store it without using space. */
  async writeZeros(folder: string, name: string, size: number): Promise<void> {
    await writeFile(join(folder, name), '');
    await truncate(join(folder, name), size);
  }

  /** Replaces the bytes of a file from a position on by those of another, which it deletes. The file doesn't grow. */
  async overwrite(
    folder: string,
    { name, part, at }: { readonly name: string; readonly part: string; readonly at: number },
  ): Promise<void> {
    const target = join(folder, name);
    const { size } = await stat(target);
    if (at < size)
      await pipeline(
        createReadStream(join(folder, part), { end: size - at - 1 }),
        createWriteStream(target, { flags: 'r+', start: at }),
      );
    await rm(join(folder, part));
  }

  /** Copies a finished file. */
  async copy(file: string, target: string): Promise<void> {
    await copyFile(file, target);
  }

  /** A new temporary name. */
  partName(): string {
    return this.ids.token(12) + PART;
  }

  private root(): string {
    return join(this.config.current().data_dir, 'renders');
  }
}
