import { access, type FileHandle, open } from 'node:fs/promises';
import type { ReadableBytes } from './readable-bytes';

/** Random access to a file while `use` runs. */
export async function withFileBytes<T>(
  file: string,
  use: (source: ReadableBytes) => Promise<T>,
): Promise<T> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    return await use({ size, read: (offset, length) => readAt(handle, offset, length) });
  } finally {
    await handle.close();
  }
}

/** Whether there is a file of this name. */
export const fileExists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
