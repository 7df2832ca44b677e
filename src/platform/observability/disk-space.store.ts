import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';

/** How full the disk is. */
@Injectable()
export class DiskSpaceStore {
  /** Bytes that this process may still write to the disk of `folder`. */
  async free(folder: string): Promise<number> {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  }
}
