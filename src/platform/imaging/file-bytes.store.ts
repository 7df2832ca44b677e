import { access, type FileHandle, open } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { bytesOf, type ReadableBytes } from './readable-bytes';

/** Larger files are read from the disk. */
const MAX_KEPT_FILE_BYTES = 1024 * 1024;
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** A file that arrives in more chunks is read from the disk: a chunk of one byte takes hundreds of bytes of memory. */
const MAX_KEPT_CHUNKS = 256;

const keptContents = new LRUCache<string, Buffer>({
  maxSize: MAX_KEPT_BYTES,
  maxEntrySize: MAX_KEPT_FILE_BYTES,
  sizeCalculation: (content) => Math.max(1, content.length),
});

/** Collects the chunks of a file that is written, as long as it is small. */
export class SmallContent {
  private chunks: Buffer[] | null = [];
  private size = 0;

  add(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > MAX_KEPT_FILE_BYTES || this.chunks?.length === MAX_KEPT_CHUNKS)
      this.chunks = null;
    this.chunks?.push(chunk);
  }

  /**
   * Keeps the content in memory, so that the steps of an intake don't open the file again: each read costs a trip to the
   * thread pool. Call `forgetBytes` before the file changes or moves.
   */
  keepAs(file: string): void {
    if (this.chunks) keptContents.set(file, Buffer.concat(this.chunks));
  }
}

/** Gives up a kept content, if there is one. */
export function forgetBytes(file: string): void {
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
