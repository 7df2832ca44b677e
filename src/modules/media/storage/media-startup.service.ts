import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { UserError } from '../../../platform/errors/user-error';
import { FfmpegTool } from '../../../platform/imaging/ffmpeg-tool';
import { type HealthPart, HealthRegistry } from '../../../platform/observability/health.registry';
import { MediaIndexingService } from '../index/media-indexing.service';
import { MediaRemovalService } from '../catalogue/media-removal.service';
import { IncomingFilesStore } from './incoming-files.store';
import { MediaFilesStore } from './media-files.store';

/** Makes files and rows agree before requests are served, and reports a missing ffmpeg in `GET /api/health`. */
@Injectable()
export class MediaStartupService implements OnModuleInit {
  constructor(
    private readonly config: ConfigService,
    private readonly files: MediaFilesStore,
    private readonly incomingFiles: IncomingFilesStore,
    private readonly removal: MediaRemovalService,
    private readonly indexing: MediaIndexingService,
    health: HealthRegistry,
    private readonly ffmpeg: FfmpegTool,
  ) {
    health.add({ name: 'ffmpeg', check: () => this.ffmpegHealth() });
  }

  async onModuleInit(): Promise<void> {
    await this.prepareFolders();
    await this.removal.reconcile();
    await this.indexing.indexMissing();
  }

  private async prepareFolders(): Promise<void> {
    try {
      await this.files.prepare();
      await this.incomingFiles.prepare();
    } catch (error) {
      const folder = join(this.config.current().data_dir, 'media');
      throw new UserError(
        `The folder ${folder} can't be used (${(error as Error).message}). Let this user write to all folders in it.`,
        { cause: error },
      );
    }
  }

  private async ffmpegHealth(): Promise<HealthPart> {
    const { ffmpeg, ffprobe } = await this.ffmpeg.available();
    if (ffmpeg && ffprobe) return { status: 'ok' };
    return {
      status: 'off',
      detail:
        'Videos have no thumbnails, and some no length; videos and sound keep their metadata: install ffmpeg and ffprobe.',
    };
  }
}
