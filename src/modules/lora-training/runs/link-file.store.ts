import { constants } from 'node:fs';
import { copyFile, link, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asDiskError } from '../../../platform/errors/disk-full';
import { flushFile } from '../../../platform/flush.store';
import { filesIn } from './training-folder.store';

/** The ending of a file that is being copied. */
const PART = '.part';

/** Errors of a hard link on file systems without links, or to a file of another user. */
const CANNOT_LINK = new Set(['EXDEV', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

/**
 * Links or copies a file to a second name, completely or not at all; does nothing if that name exists.
 * @throws DiskFull
 */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'EEXIST') return;
    if (!CANNOT_LINK.has(code)) throw asDiskError(error);
    await copyOver(source, target);
  }
}

/**
 * Copies a file with its time, complete or not at all, in the place of what has the target's name.
 * @throws DiskFull
 */
export async function copyOver(source: string, target: string): Promise<void> {
  const temporary = target + PART;
  try {
    await mkdir(dirname(target), { recursive: true });
    await copyFile(source, temporary, constants.COPYFILE_FICLONE);
    const { atimeMs, mtimeMs } = await stat(source);
    await utimes(temporary, atimeMs / 1000, mtimeMs / 1000);
    await flushFile(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw asDiskError(error);
  }
}

/**
 * Removes what interrupted copies left in a folder.
 * @param isOurs by the name that the complete file would have
 */
export async function removeParts(
  folder: string | null,
  isOurs: (name: string) => boolean,
): Promise<void> {
  if (folder === null) return;
  for (const file of await filesIn(folder)) {
    if (file.endsWith(PART) && isOurs(file.slice(0, -PART.length)))
      await rm(join(folder, file), { force: true });
  }
}
