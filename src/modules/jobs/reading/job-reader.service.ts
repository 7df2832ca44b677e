import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { UnfinishedJobs } from '../../../platform/access/unfinished-jobs';
import { ownerFilter } from '../../../platform/access/scope';
import { JobReader, type StoredRequest } from '../public/job-reader';
import type { JobsAhead } from '../public/jobs-ahead';
import { QueuePositionsService } from '../queue/queue-positions.service';
import { JobListRepository } from '../records/job-list.repository';
import { JobsRepository } from '../records/jobs.repository';

@Injectable()
export class JobReaderService implements JobReader {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly list: JobListRepository,
    private readonly positions: QueuePositionsService,
    unfinished: UnfinishedJobs,
  ) {
    unfinished.countBy((ownerId) => this.list.countUnfinished(ownerId));
  }

  async storedRequest(caller: Caller, promptId: string): Promise<StoredRequest | null> {
    const job = await this.jobs.findFor(caller, promptId);
    if (!job) return null;
    const { request } = await this.jobs.payload(promptId);
    const { owner_id: ownerId, kind, mode, settings, models, loras } = job;
    return { ownerId, kind, mode, request, settings, models, loras };
  }

  ahead(caller: Caller): Promise<ReadonlyMap<string, JobsAhead>> {
    return this.positions.aheadOfNew(caller.ownerId);
  }

  async countUnfinished({ ownerId }: Caller): Promise<number> {
    return ownerId === null ? 0 : this.list.countUnfinished(ownerId);
  }

  ownPrompts(caller: Caller, promptIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.list.promptsOf(ownerFilter(caller), promptIds);
  }
}
