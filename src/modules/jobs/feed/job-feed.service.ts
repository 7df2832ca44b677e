import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventFeed } from '../../../platform/events/event-feed';
import { eventPayload } from '../../../platform/events/event-payloads';
import { NodeEvents } from '../../providers/public/node-events';
import { JobPreviewEventResponse, JobProgressEventResponse } from '../dto/job-event.response';
import { isFinal } from '../tracking/job-state';
import { type JobChange, JobStateService } from '../tracking/job-state.service';
import { type LiveChange, LiveJobsService } from './live-jobs.service';

eventPayload('preview', JobPreviewEventResponse);
eventPayload('progress', JobProgressEventResponse);

/** Publishes progress and previews of running jobs. */
@Injectable()
export class JobFeedService implements OnModuleInit {
  /** Owners of running jobs: progress events come often and must not cost a statement. */
  private readonly owners = new Map<string, string | null>();

  constructor(
    private readonly state: JobStateService,
    private readonly nodeEvents: NodeEvents,
    private readonly live: LiveJobsService,
    private readonly feed: EventFeed,
  ) {}

  onModuleInit(): void {
    this.nodeEvents.stream.subscribe((event) => this.live.onNodeEvent(event));
    this.state.changes.subscribe((change) => this.onJobChange(change));
    this.live.changes.subscribe((change) => this.onLiveChange(change));
  }

  private onJobChange({ job }: JobChange): void {
    if (isFinal(job.status) || job.phase === 'waiting') this.live.forget(job.prompt_id);
    if (job.phase === 'on_node') this.owners.set(job.prompt_id, job.owner_id);
    else this.owners.delete(job.prompt_id);
  }

  private onLiveChange({ kind, promptId }: LiveChange): void {
    const ownerId = this.owners.get(promptId);
    if (ownerId === undefined) return;
    const data =
      kind === 'progress'
        ? { prompt_id: promptId, ...this.live.progress(promptId) }
        : { prompt_id: promptId, rev: this.live.preview(promptId)?.rev ?? 0 };
    this.feed.publish({ kind, promptId, audience: { to: 'owner', ownerId }, data: () => data });
  }
}
