import { Injectable } from '@nestjs/common';
import { Subscription } from 'rxjs';
import { EventFeed, type Audience } from '../../../platform/events/event-feed';
import { JobStateService, type JobChange } from '../tracking/job-state.service';
import { toOutput, toSummary } from '../reading/job-record';
import { JobSituations } from '../reading/job-situations.service';
import type { JobOutputRow, JobRow } from '../records/job.entity';
import { type LiveChange, LiveJobsService } from './live-jobs.service';

/** Tells the feed what happens to jobs: each change that a caller can see, progress and previews as they come. */
@Injectable()
export class JobFeedService {
  /** Owners of jobs that run now: fleeting news come often and must not cost a statement. */
  private readonly owners = new Map<string, string | null>();

  constructor(
    private readonly state: JobStateService,
    private readonly live: LiveJobsService,
    private readonly situations: JobSituations,
    private readonly feed: EventFeed,
  ) {}

  start(): Subscription {
    const subscription = this.state.changes.subscribe((change) => {
      this.changed(change);
    });
    subscription.add(
      this.live.changes.subscribe((change) => {
        this.moved(change);
      }),
    );
    return subscription;
  }

  private changed({ job, previous, outputs }: JobChange): void {
    if (job.phase === 'on_node') this.owners.set(job.prompt_id, job.owner_id);
    else this.owners.delete(job.prompt_id);
    const isNew = job.revision === 0;
    if (isNew || job.status !== previous.status || job.phase === 'waiting') this.tell(job, outputs);
  }

  private tell(job: JobRow, outputs: readonly JobOutputRow[]): void {
    const about = { audience: audience(job.owner_id), promptId: job.prompt_id };
    for (const output of outputs)
      this.feed.publish({ ...about, kind: 'output', data: () => told(output) });
    const situation = this.situations.of(job);
    this.feed.publish({
      ...about,
      kind: 'job',
      data: (caller) => toSummary(caller, job, outputs, situation),
    });
  }

  private moved({ kind, promptId }: LiveChange): void {
    const ownerId = this.owners.get(promptId);
    if (ownerId === undefined) return;
    const data =
      kind === 'progress'
        ? { prompt_id: promptId, ...this.live.progress(promptId) }
        : { prompt_id: promptId, rev: this.live.preview(promptId)?.rev ?? 0 };
    this.feed.publish({ kind, promptId, audience: audience(ownerId), data: () => data });
  }
}

const audience = (ownerId: string | null): Audience => ({ to: 'owner', ownerId });

const told = (output: JobOutputRow): object => ({
  prompt_id: output.prompt_id,
  ...toOutput(output),
});
