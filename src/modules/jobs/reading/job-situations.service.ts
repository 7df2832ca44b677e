import { Injectable } from '@nestjs/common';
import { OwnerNames } from '../../../platform/access/owner-names';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import type { JobRow } from '../records/job.entity';
import type { JobSituation } from './job-record';
import { isFinal } from '../tracking/job-state';
import { LiveJobsService } from '../feed/live-jobs.service';

/** How a job stands beyond its row, from memory. */
@Injectable()
export class JobSituations {
  constructor(
    private readonly providers: ProviderDirectory,
    private readonly live: LiveJobsService,
    private readonly owners: OwnerNames,
  ) {}

  of(job: JobRow): JobSituation {
    const away = this.providers.get(job.provider)?.status !== 'online';
    return {
      progress: this.live.progress(job.prompt_id),
      nodeUnreachable: !isFinal(job.status) && away,
      nodeAddresses: () => this.providers.list().map(({ base_url }) => base_url),
      ownerName: this.owners.nameOf(job.owner_id),
    };
  }
}
