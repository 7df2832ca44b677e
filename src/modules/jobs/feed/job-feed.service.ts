import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventFeed, type Audience } from '../../../platform/events/event-feed';
import { NodeEvents } from '../../providers/public/node-events';
import { JobOutlookService } from '../reading/job-outlook.service';
import { toOutput, toSummary } from '../reading/job-record';
import type { JobOutputRow, JobRow } from '../records/job.entity';
import { isFinal } from '../tracking/job-state';
import { type JobChange, JobStateService } from '../tracking/job-state.service';
import { type LiveChange, LiveJobsService } from './live-jobs.service';

/** Publishes events about jobs: every change that a caller can see, outputs, progress and previews. */
@Injectable()
export class JobFeedService implements OnModuleInit {
  /** Owners of running jobs: progress events come often and must not cost a statement. */
  private readonly owners = new Map<string, string | null>();

  constructor(
    private readonly state: JobStateService,
    private readonly nodeEvents: NodeEvents,
    private readonly live: LiveJobsService,
    private readonly outlooks: JobOutlookService,
    private readonly feed: EventFeed,
  ) {}

  onModuleInit(): void {
    this.nodeEvents.stream.subscribe((event) => this.live.onNodeEvent(event));
    this.state.changes.subscribe((change) => this.onJobChange(change));
    this.live.changes.subscribe((change) => this.onLiveChange(change));
  }

  private onJobChange({ job, previous, outputs }: JobChange): void {
    if (isFinal(job.status) || job.phase === 'waiting') this.live.forget(job.prompt_id);
    if (job.phase === 'on_node') this.owners.set(job.prompt_id, job.owner_id);
    else this.owners.delete(job.prompt_id);
    const isNew = job.revision === 0;
    if (isNew || job.status !== previous.status || job.phase === 'waiting') {
      this.publish(job, outputs);
    }
  }

  private publish(job: JobRow, outputs: readonly JobOutputRow[]): void {
    const about = { audience: audience(job.owner_id), promptId: job.prompt_id };
    for (const output of outputs) {
      const data = { prompt_id: output.prompt_id, ...toOutput(output) };
      this.feed.publish({ ...about, kind: 'output', data: () => data });
    }
    const situation = this.outlooks.situation(job);
    this.feed.publish({
      ...about,
      kind: 'job',
      data: (caller) => toSummary(caller, job, outputs, situation),
    });
  }

  private onLiveChange({ kind, promptId }: LiveChange): void {
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
