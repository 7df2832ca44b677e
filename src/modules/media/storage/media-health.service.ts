import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FfmpegTool } from '../../../platform/imaging/ffmpeg-tool';
import { type HealthPart, HealthRegistry } from '../../../platform/observability/health.registry';

/** Says in `GET /api/health` what the machine lacks. */
@Injectable()
export class MediaHealthService implements OnModuleInit {
  constructor(
    private readonly health: HealthRegistry,
    private readonly probe: FfmpegTool,
  ) {}

  onModuleInit(): void {
    this.health.add({ name: 'ffmpeg', check: () => this.ffmpeg() });
  }

  private async ffmpeg(): Promise<HealthPart> {
    const { ffmpeg, ffprobe } = await this.probe.available();
    if (ffmpeg && ffprobe) return { status: 'ok' };
    return {
      status: 'off',
      detail: 'Videos have no thumbnails, and some no length: install ffmpeg and ffprobe.',
    };
  }
}
