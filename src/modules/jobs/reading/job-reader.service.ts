import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { JobsRepository } from '../records/jobs.repository';
import { JobReader, type StoredRequest } from '../public/job-queue';
import type { JobsAhead } from '../public/jobs-ahead';
import { QueuePositionsService } from '../queue/queue-positions.service';

@Injectable()
export class JobReaderService extends JobReader {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly positions: QueuePositionsService,
  ) {
    super();
  }

  async storedRequest(caller: Caller, promptId: string): Promise<StoredRequest | null> {
    const job = await this.jobs.findFor(caller, promptId);
    if (!job) return null;
    const { request } = await this.jobs.payload(promptId);
    const { owner_id: ownerId, kind, mode, settings } = job;
    return { ownerId, kind, mode, request, settings };
  }

  ahead(caller: Caller): Promise<ReadonlyMap<string, JobsAhead>> {
    return this.positions.aheadOfNew(caller.ownerId);
  }
}
