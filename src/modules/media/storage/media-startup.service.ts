import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MediaFilesStore } from './media-files.store';
import { MediaRemovalService } from '../catalogue/media-removal.service';

/** Brings files and rows into agreement before anybody is served. */
@Injectable()
export class MediaStartupService implements OnModuleInit {
  constructor(
    private readonly files: MediaFilesStore,
    private readonly removal: MediaRemovalService,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.files.prepare();
    await this.removal.reconcile();
  }
}
