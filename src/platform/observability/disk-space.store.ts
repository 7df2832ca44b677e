import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';

const BYTES_PER_MB = 1e6;
const BYTES_PER_GB = 1e9;

/** `68.9 GB free`, `640 MB free`. */
export const freeSpaceText = (bytes: number): string =>
  bytes < BYTES_PER_GB
    ? `${Math.floor(bytes / BYTES_PER_MB)} MB free`
    : `${(bytes / BYTES_PER_GB).toFixed(1)} GB free`;

/** How full the disk is. */
@Injectable()
export class DiskSpaceStore {
  /** Bytes that this process may still write to the disk of `folder`. */
  async free(folder: string): Promise<number> {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  }
}
