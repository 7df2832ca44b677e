import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MediaFilesStore } from './media-files.store';
import { MediaRemoval } from './media-removal.service';

/** Brings files and rows into agreement before anybody is served. */
@Injectable()
export class MediaStart implements OnModuleInit {
  constructor(
    private readonly files: MediaFilesStore,
    private readonly removal: MediaRemoval,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.files.prepare();
    await this.removal.finish();
  }
}
