import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { DiskFull } from '../../../platform/errors/disk-full';
import { MediaFilesStore } from './media-files.store';
import { DiskSpace } from '../public/disk-space';

/** Asks the file system each time: other programs use the disk, too, so a cached answer would be wrong. */
@Injectable()
export class DiskSpaceService implements DiskSpace {
  constructor(
    private readonly files: MediaFilesStore,
    private readonly config: ConfigService,
  ) {}

  hasFreeSpace(): boolean {
    return this.hasFreeSpaceFor(0);
  }

  /** @throws DiskFull when less than the reserve would be left after `bytes` more */
  assertFreeSpace(bytes = 0): void {
    if (!this.hasFreeSpaceFor(bytes)) throw new DiskFull();
  }

  private hasFreeSpaceFor(bytes: number): boolean {
    return this.files.freeBytes() - bytes >= this.config.current().limits.min_free_bytes;
  }
}
