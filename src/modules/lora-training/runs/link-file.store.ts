import { copyFile, link, rename, rm } from 'node:fs/promises';
import { asDiskError } from '../../../platform/errors/disk-full';
import { flushFile } from '../../../platform/flush.store';

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
    await copy(source, target);
  }
}

async function copy(source: string, target: string): Promise<void> {
  const temporary = `${target}.part`;
  try {
    await copyFile(source, temporary);
    await flushFile(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw asDiskError(error);
  }
}
