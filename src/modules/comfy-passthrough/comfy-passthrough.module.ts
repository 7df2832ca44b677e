import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module';
import { ProvidersModule } from '../providers/providers.module';
import { ComfyPassthroughController } from './comfy-passthrough.controller';
import { ComfyPassthroughService } from './comfy-passthrough.service';

/** Read-only discovery requests to nodes. */
@Module({
  imports: [JobsModule, ProvidersModule],
  controllers: [ComfyPassthroughController],
  providers: [ComfyPassthroughService],
})
export class ComfyPassthroughModule {}
