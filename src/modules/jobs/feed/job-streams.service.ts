import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { NewEvent } from '../../../platform/events/event-feed';
import { type Exchange, LiveFeedService } from '../../../platform/events/live-feed.service';
import type { JobSummary } from '../dto/job.response';
import { isFinal } from '../tracking/job-state';
import { JobsService } from '../reading/jobs.service';

/** Event streams about jobs: how things stand first, then everything that the caller may hear. */
@Injectable()
export class JobStreamsService {
  constructor(
    private readonly jobs: JobsService,
    private readonly feed: LiveFeedService,
  ) {}

  /** All that the caller may see; the snapshot holds the unfinished jobs. */
  async all(caller: Caller, exchange: Exchange): Promise<void> {
    const snapshot = async (): Promise<NewEvent[]> =>
      (await this.jobs.unfinished(caller)).map((job) => news(caller, job));
    await this.feed.serve(caller, exchange, { snapshot });
  }

  /** One job; ends with the job. */
  async one(caller: Caller, promptId: string, exchange: Exchange): Promise<void> {
    const snapshot = async (): Promise<NewEvent[]> => {
      const job = await this.jobs.find(caller, promptId);
      return (await this.jobs.summaries(caller, [job])).map((summary) => news(caller, summary));
    };
    const last = (event: NewEvent): boolean =>
      event.kind === 'job' && isFinal((event.data(caller) as JobSummary).status);
    await this.feed.serve(caller, exchange, { promptId, snapshot, last });
  }
}

const news = (caller: Caller, job: JobSummary): NewEvent => ({
  kind: 'job',
  audience: { to: 'those', admits: (other) => other === caller },
  promptId: job.prompt_id,
  data: () => job,
});
