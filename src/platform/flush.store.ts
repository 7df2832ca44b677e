import { type FileHandle, open } from 'node:fs/promises';

/** Flushes a file's content to the disk. */
export async function flushFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a folder's entries to the disk, on systems that can (Windows can't, and needn't). */
export async function flushFolder(folder: string): Promise<void> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if (!CANNOT_FLUSH.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle?.close();
  }
}

const CANNOT_FLUSH = new Set(['EISDIR', 'EPERM', 'EINVAL', 'EACCES']);
