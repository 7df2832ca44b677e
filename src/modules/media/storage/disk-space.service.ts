import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { DiskFull } from '../../../platform/errors/disk-full';
import { MediaFilesStore } from './media-files.store';
import { DiskSpace } from '../public/disk-space';

/** Queries the file system each time: that takes microseconds, and a cached answer would be wrong. */
@Injectable()
export class DiskSpaceService extends DiskSpace {
  constructor(
    private readonly files: MediaFilesStore,
    private readonly config: ConfigService,
  ) {
    super();
  }

  async hasFreeSpace(): Promise<boolean> {
    return this.hasFreeSpaceFor(0);
  }

  /** @throws DiskFull when less than the reserve would be left after `bytes` more */
  async assertFreeSpace(bytes = 0): Promise<void> {
    if (!(await this.hasFreeSpaceFor(bytes))) throw new DiskFull();
  }

  private async hasFreeSpaceFor(bytes: number): Promise<boolean> {
    return (await this.files.freeBytes()) - bytes >= this.config.current().limits.min_free_bytes;
  }
}
