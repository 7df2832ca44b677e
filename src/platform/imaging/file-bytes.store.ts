import { access, type FileHandle, open } from 'node:fs/promises';
import { bytesOf, type ReadableBytes } from './readable-bytes';

/** Larger files are read from the disk. */
export const MAX_KEPT_FILE_BYTES = 1024 * 1024;
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

const keptContents = new Map<string, Buffer>();
let keptBytes = 0;

/**
 * Keeps the content of a small file that was just written, so that the steps of its intake don't open it again: each
 * read costs a trip to the thread pool. Call `forgetBytes` before the file changes or moves. Nothing is kept while other
 * files take up the room.
 */
export function keepBytes(file: string, chunks: readonly Buffer[]): void {
  const content = Buffer.concat(chunks);
  if (content.length > MAX_KEPT_FILE_BYTES || keptBytes + content.length > MAX_KEPT_BYTES) return;
  keptContents.set(file, content);
  keptBytes += content.length;
}

export function forgetBytes(file: string): void {
  keptBytes -= keptContents.get(file)?.length ?? 0;
  keptContents.delete(file);
}

/** Random access to a file while `use` runs; from memory if its content is kept. */
export async function withFileBytes<T>(
  file: string,
  use: (source: ReadableBytes) => Promise<T>,
): Promise<T> {
  const content = keptContents.get(file);
  if (content) return use(bytesOf(content));
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
