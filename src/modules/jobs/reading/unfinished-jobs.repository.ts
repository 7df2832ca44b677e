import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ReadSource } from '../../../platform/database/read-source';
import { JobEntity } from '../records/job.entity';
import { UnfinishedJobs } from '../public/unfinished-jobs';

@Injectable()
export class UnfinishedJobsRepository extends UnfinishedJobs {
  constructor(private readonly read: ReadSource) {
    super();
  }

  async count({ ownerId }: Caller): Promise<number> {
    if (ownerId === null) return 0;
    return this.read.manager
      .createQueryBuilder(JobEntity, 'job')
      .where("job.status IN ('queued', 'running')")
      .andWhere('job.owner_id = :ownerId', { ownerId })
      .getCount();
  }
}
