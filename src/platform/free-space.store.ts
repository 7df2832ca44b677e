import { statfs } from 'node:fs/promises';
import { DiskFull } from './errors/disk-full';

const BYTES_PER_MB = 1e6;
const BYTES_PER_GB = 1e9;

/** Bytes that this process may still write to the disk of `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** `68.9 GB free`, `640 MB free`. */
export const freeSpaceText = (bytes: number): string =>
  bytes < BYTES_PER_GB
    ? `${Math.floor(bytes / BYTES_PER_MB)} MB free`
    : `${(bytes / BYTES_PER_GB).toFixed(1)} GB free`;

/** @throws DiskFull when less than `min_free_bytes` would be left on the disk of `folder` after `bytes` more */
export async function requireFreeSpace(
  folder: string,
  bytes: number,
  { min_free_bytes }: { readonly min_free_bytes: number },
): Promise<void> {
  if ((await freeBytes(folder)) - bytes < min_free_bytes) throw new DiskFull();
}
