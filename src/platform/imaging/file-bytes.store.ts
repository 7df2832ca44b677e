import { access, type FileHandle, open } from 'node:fs/promises';
import { bytesOf, type ReadableBytes } from './readable-bytes';

/** Of all files together. */
export const MAX_KEPT_BYTES = 32 * 1024 * 1024;

interface KeptFile {
  readonly content: Buffer;
  /** Whether the disk has it, too, completely or in part. */
  isOnDisk: boolean;
}

const keptFiles = new Map<string, KeptFile>();
let keptBytes = 0;

/**
 * Keeps a new file in memory, so that the steps of an intake needn't write it and open it again: each costs trips to the
 * thread pool. Call `forgetBytes` when it moves or is given up.
 * @returns `false` when the kept files take too much memory: then it has to be written
 */
export function keepBytes(file: string, content: Buffer): boolean {
  if (keptBytes + content.length > MAX_KEPT_BYTES) return false;
  keptFiles.set(file, { content, isOnDisk: false });
  keptBytes += content.length;
  return true;
}

/** Gives up a kept content, if there is one. */
export function forgetBytes(file: string): void {
  keptBytes -= keptFiles.get(file)?.content.length ?? 0;
  keptFiles.delete(file);
}

/** The content of a file that is only in memory; `null` for one that is on the disk. */
export function unwrittenBytes(file: string): Buffer | null {
  const kept = keptFiles.get(file);
  return kept && !kept.isOnDisk ? kept.content : null;
}

/** Call it before a kept content is written to the disk. */
export function markAsOnDisk(file: string): void {
  const kept = keptFiles.get(file);
  if (kept) kept.isOnDisk = true;
}

/** Random access to a file while `use` runs; from memory if its content is kept. */
export async function withFileBytes<T>(
  file: string,
  use: (source: ReadableBytes) => Promise<T>,
): Promise<T> {
  const kept = keptFiles.get(file);
  if (kept) return use(bytesOf(kept.content));
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
