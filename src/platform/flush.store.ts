import { chmod, type FileHandle, open, stat } from 'node:fs/promises';

/** Flushes a file's content to the disk. */
export async function flushFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const OWNER_MAY_WRITE = 0o600;

/** Flushes a copy. Its owner may write to it from now on, because a read-only file can't be flushed. */
export async function flushCopy(file: string): Promise<void> {
  await chmod(file, (await stat(file)).mode | OWNER_MAY_WRITE);
  await flushFile(file);
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
