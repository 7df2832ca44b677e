import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { NewEvent } from '../../../platform/events/event-feed';
import type { StreamContent } from '../../../platform/events/live-feed.service';
import type { JobEvent } from '../dto/job-event.response';
import { ProviderSnapshot } from '../../providers/public/provider-snapshot';
import { JobViewsService } from '../reading/job-views.service';
import { JobsService } from '../reading/jobs.service';
import type { JobRow } from '../records/job.entity';
import { isFinal } from '../tracking/job-state';

/** What event streams about jobs contain: first a snapshot, then every event that the caller may see. */
@Injectable()
export class JobStreamsService {
  constructor(
    private readonly jobs: JobsService,
    private readonly views: JobViewsService,
    private readonly providers: ProviderSnapshot,
  ) {}

  /** Everything that the caller may see; the snapshot has the unfinished jobs and the nodes. */
  all(caller: Caller): StreamContent {
    return {
      snapshot: async () => this.events(caller, await this.jobs.unfinished(caller)),
      unstored: () => this.providers.events(),
    };
  }

  /** One job, until it has ended. */
  one(caller: Caller, promptId: string): StreamContent {
    const snapshot = async (): Promise<NewEvent[]> =>
      this.events(caller, [await this.jobs.find(caller, promptId)]);
    const isLast = (event: NewEvent): boolean =>
      event.kind === 'job' && isFinal((event.data(caller) as JobEvent).status);
    return { promptId, snapshot, isLast };
  }

  private async events(caller: Caller, jobs: readonly JobRow[]): Promise<NewEvent[]> {
    return (await this.views.events(caller, jobs)).map((job) => jobEvent(caller, job));
  }
}

const jobEvent = (caller: Caller, job: JobEvent): NewEvent => ({
  kind: 'job',
  audience: { to: 'matching', admits: (other) => other === caller },
  promptId: job.prompt_id,
  data: () => job,
});
