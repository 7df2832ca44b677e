import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerStorage } from '../../media/public/owner-storage';
import { ConcurrencyCap } from '../jobs.errors';
import { JobListRepository } from '../records/job-list.repository';
import { NodeReachabilityService } from '../tracking/node-reachability.service';

/** Limits of an owner that refuse a new job. */
@Injectable()
export class JobAdmissionService {
  constructor(
    private readonly storage: OwnerStorage,
    private readonly list: JobListRepository,
    private readonly reachability: NodeReachabilityService,
  ) {}

  /** Before the job is submitted, since its outputs are kept whatever their size. Throws `QuotaReached`. */
  async assertStorage({ ownerId }: Caller): Promise<void> {
    await this.storage.assertFree(ownerId);
  }

  /** The error for a caller at its cap, with the jobs that fill it. */
  async capReached({ ownerId, maxConcurrentJobs }: Caller): Promise<ConcurrencyCap> {
    const jobs = ownerId === null ? [] : await this.list.unfinished(ownerId);
    const unfinished = jobs.map(({ prompt_id, status, provider }) => ({
      prompt_id,
      status,
      provider,
      node_unreachable: this.reachability.isUnreachable({ status, provider }),
    }));
    return new ConcurrencyCap(maxConcurrentJobs ?? 0, unfinished);
  }
}
