import { statfs } from 'node:fs/promises';
import { DiskFull } from './errors/disk-full';

/** @throws DiskFull when less than `min_free_bytes` would be left on the disk of `folder` after `bytes` more */
export async function requireFreeSpace(
  folder: string,
  bytes: number,
  { min_free_bytes }: { readonly min_free_bytes: number },
): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < min_free_bytes) throw new DiskFull();
}
