import { constants } from 'node:fs';
import { copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256OfFile } from '../../../platform/file-hash.store';
import { flushCopy, flushFolder } from '../../../platform/flush.store';
import type { CopyFolders } from '../public/library-copy';
import { fileChunks, locationOf } from './library-files.store';
import type { LibraryRow, LibraryRowsRepository } from './library-rows.repository';
import { ifPresent, isMissing } from '../../../platform/missing-file';

/** `present`: it is in the target, and needed no copying. */
export type CopyOutcome = 'copied' | 'present' | 'missing' | 'damaged';

/** Copies files of the library to another folder, each whole and with its hash checked, or not at all. */
export class LibraryCopyStore {
  private readonly createdFolders = new Set<string>();

  constructor(private readonly folders: CopyFolders) {}

  async copy(row: LibraryRow): Promise<CopyOutcome> {
    const { from, to, earlier } = this.folders;
    const location = locationOf(row.path);
    const target = join(to, location);
    if ((await sizeOf(target)) === row.size_bytes) return 'present';
    await this.createFolder(dirname(target));
    if (earlier !== null && (await linked(join(earlier, location), target, row))) return 'present';
    return copyChecked(join(from, location), target, row);
  }

  /** Deletes the files of the target that have no row. */
  async removeUnlisted(rows: LibraryRowsRepository): Promise<void> {
    for await (const chunk of fileChunks(this.folders.to, 'files')) {
      const existing = await rows.existing(chunk.map(({ name }) => name));
      for (const { name, location } of chunk)
        if (!existing.has(name) || location !== locationOf(name))
          await rm(join(this.folders.to, location));
    }
  }

  /** Flushes the names of the copied files to the disk; their bytes are flushed already. */
  async flushFolders(): Promise<void> {
    for (const folder of this.createdFolders) await flushFolder(folder);
  }

  private async createFolder(folder: string): Promise<void> {
    if (this.createdFolders.has(folder)) return;
    await mkdir(folder, { recursive: true });
    this.createdFolders.add(folder);
  }
}

/** Errors of disks that have no hard links, or no more for this file. */
const CANNOT_LINK = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

async function linked(
  source: string,
  target: string,
  { size_bytes }: LibraryRow,
): Promise<boolean> {
  if ((await sizeOf(source)) !== size_bytes) return false;
  try {
    await rm(target, { force: true });
    await link(source, target);
    return true;
  } catch (error) {
    if (CANNOT_LINK.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Shares the blocks where the file system can. */
async function copyChecked(source: string, target: string, row: LibraryRow): Promise<CopyOutcome> {
  const part = `${target}.part`;
  try {
    await copyFile(source, part, constants.COPYFILE_FICLONE);
    if (!(await hasContent(part, row))) return 'damaged';
    await rename(part, target);
    return 'copied';
  } catch (error) {
    if (isMissing(error)) return 'missing';
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}

/** Flushes the copy, then reads it. */
async function hasContent(file: string, { size_bytes, sha256 }: LibraryRow): Promise<boolean> {
  await flushCopy(file);
  return (await sizeOf(file)) === size_bytes && (await sha256OfFile(file)) === sha256;
}

async function sizeOf(file: string): Promise<number | null> {
  const state = await ifPresent(stat(file));
  return state?.isFile() ? state.size : null;
}
