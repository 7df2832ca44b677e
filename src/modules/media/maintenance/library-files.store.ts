import type { Dirent } from 'node:fs';
import { mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { sha256OfFile } from '../../../platform/file-hash.store';
import { shardOf } from '../storage/stored-name';
import { ifPresent, isMissing } from '../../../platform/missing-file';

/** A file below `<data_dir>/media`. */
export interface LibraryFile {
  /** Relative to `<data_dir>/media`: `files/3f/anna-….png`. */
  readonly location: string;
  readonly name: string;
}

/** Files that are listed and compared together. */
const FILES_PER_CHUNK = 1_000;

/** Where files that belong to nothing are moved to. */
const LOST_AND_FOUND = 'lost+found';

/** Lists the files of the library for the scan, and moves those that belong to nothing. */
@Injectable()
export class LibraryFilesStore {
  constructor(private readonly config: ConfigService) {}

  /** All files of one folder, in chunks. */
  chunks(
    folder: 'files' | 'thumbnails' | 'incoming' | 'unsettled',
  ): AsyncGenerator<readonly LibraryFile[]> {
    return fileChunks(this.absolute(''), folder);
  }

  /** Whether the service looks for a file of this name at this location. */
  isInPlace({ location, name }: LibraryFile): boolean {
    return location === locationOf(name);
  }

  /** The size of an asset's file in bytes; `null` if there is none. */
  async sizeOf(path: string): Promise<number | null> {
    return this.size(locationOf(path));
  }

  /** The size of any file; `null` if there is none. */
  async size(location: string): Promise<number | null> {
    const state = await ifPresent(stat(this.absolute(location)));
    return state?.isFile() ? state.size : null;
  }

  /** The SHA-256 of an asset's file, in hex. */
  sha256Of(path: string): Promise<string> {
    return sha256OfFile(this.absolute(locationOf(path)));
  }

  /** Whether file and row of this path may disagree at present, because it is being stored or deleted (decision 12). */
  async isPending(path: string): Promise<boolean> {
    return (await this.size(join('unsettled', path))) !== null;
  }

  /** Moves a file to `media/lost+found`, below the same folders. @returns its new location, `null` if that is taken */
  async moveToLostAndFound(location: string): Promise<string | null> {
    const target = join(LOST_AND_FOUND, location);
    if ((await this.size(target)) !== null) return null;
    await mkdir(dirname(this.absolute(target)), { recursive: true });
    await rename(this.absolute(location), this.absolute(target));
    return target;
  }

  async remove(location: string): Promise<void> {
    await rm(this.absolute(location), { force: true });
  }

  private absolute(location: string): string {
    return join(this.config.current().data_dir, 'media', location);
  }
}

/** All files below `<root>/<folder>` in chunks of a thousand, so that a million names are never in memory. */
export async function* fileChunks(
  root: string,
  folder: string,
): AsyncGenerator<readonly LibraryFile[]> {
  let chunk: LibraryFile[] = [];
  for await (const location of locations(root, folder)) {
    chunk.push({ location, name: basename(location) });
    if (chunk.length < FILES_PER_CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

async function* locations(root: string, folder: string): AsyncGenerator<string> {
  for await (const entry of entries(join(root, folder))) {
    const location = join(folder, entry.name);
    if (entry.isDirectory()) yield* locations(root, location);
    else yield location;
  }
}

/** A folder may be missing, or disappear while it is read. */
async function* entries(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder, { bufferSize: 256 });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Where the file of an asset lies, relative to `<data_dir>/media`. */
export const locationOf = (path: string): string => join('files', shardOf(path), path);
