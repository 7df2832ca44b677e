import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../platform/config/config.service';
import { DiskFull } from '../../platform/errors/disk-full';
import { MediaFilesStore } from './media-files.store';
import { DiskWatch } from './public/disk-watch';

/** Asks the file system each time: that costs microseconds, and a remembered answer would be wrong. */
@Injectable()
export class DiskWatchService extends DiskWatch {
  constructor(
    private readonly files: MediaFilesStore,
    private readonly config: ConfigService,
  ) {
    super();
  }

  async hasRoom(): Promise<boolean> {
    return this.hasRoomFor(0);
  }

  /** @throws DiskFull when less than the reserve would be left after `bytes` more */
  async demandRoom(bytes = 0): Promise<void> {
    if (!(await this.hasRoomFor(bytes))) throw new DiskFull();
  }

  private async hasRoomFor(bytes: number): Promise<boolean> {
    return (await this.files.freeBytes()) - bytes >= this.config.current().limits.min_free_bytes;
  }
}
