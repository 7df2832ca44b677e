import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../../platform/access/caller';
import { JobsService } from './jobs.service';
import { PreviewNotFound } from '../jobs.errors';
import { LiveJobsService } from '../feed/live-jobs.service';

/** Sampler pictures of running jobs: from memory, never stored, never cached. */
@Injectable()
export class JobPreviews {
  constructor(
    private readonly jobs: JobsService,
    private readonly live: LiveJobsService,
  ) {}

  async send(caller: Caller, promptId: string, response: Response): Promise<void> {
    await this.jobs.find(caller, promptId);
    const preview = this.live.preview(promptId);
    if (!preview) throw new PreviewNotFound(promptId);
    response.set({ 'Content-Type': preview.mime, 'Cache-Control': 'no-store' }).send(preview.bytes);
  }
}
