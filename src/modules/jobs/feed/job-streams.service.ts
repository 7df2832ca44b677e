import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { NewEvent } from '../../../platform/events/event-feed';
import type { StreamContent } from '../../../platform/events/live-feed.service';
import type { JobSummary } from '../dto/job.response';
import { JobViewsService } from '../reading/job-views.service';
import { JobsService } from '../reading/jobs.service';
import { isFinal } from '../tracking/job-state';

/** What event streams about jobs contain: first a snapshot, then every event that the caller may see. */
@Injectable()
export class JobStreamsService {
  constructor(
    private readonly jobs: JobsService,
    private readonly views: JobViewsService,
  ) {}

  /** Everything that the caller may see; the snapshot has the unfinished jobs. */
  all(caller: Caller): StreamContent {
    const snapshot = async (): Promise<NewEvent[]> =>
      (await this.jobs.unfinished(caller)).map((job) => jobEvent(caller, job));
    return { snapshot };
  }

  /** One job, until it has ended. */
  one(caller: Caller, promptId: string): StreamContent {
    const snapshot = async (): Promise<NewEvent[]> => {
      const job = await this.jobs.find(caller, promptId);
      return (await this.views.summaries(caller, [job])).map((summary) =>
        jobEvent(caller, summary),
      );
    };
    const isLast = (event: NewEvent): boolean =>
      event.kind === 'job' && isFinal((event.data(caller) as JobSummary).status);
    return { promptId, snapshot, isLast };
  }
}

const jobEvent = (caller: Caller, job: JobSummary): NewEvent => ({
  kind: 'job',
  audience: { to: 'those', admits: (other) => other === caller },
  promptId: job.prompt_id,
  data: () => job,
});
