import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { EventFeed, type Audience, resyncFor } from '../../../platform/events/event-feed';
import { NodeEvents } from '../../providers/public/node-events';
import { JobOutlookService } from '../reading/job-outlook.service';
import { JobSituationService } from '../reading/job-situation.service';
import {
  expectedOutputs,
  type JobOutlook,
  type JobSituation,
  shortOutput,
  summaryRow,
  toEvent,
  toOutput,
} from '../reading/job-record';
import type { JobOutputRow, JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';
import { isFinal } from '../tracking/job-state';
import { type JobChange, JobStateService } from '../tracking/job-state.service';
import { NodeReachabilityService } from '../tracking/node-reachability.service';
import { type LiveChange, LiveJobsService } from './live-jobs.service';
import { eventPayload } from '../../../platform/events/event-payloads';
import {
  JobEventResponse,
  JobOutputEventResponse,
  JobPreviewEventResponse,
  JobProgressEventResponse,
} from '../dto/job-event.response';

eventPayload('job', JobEventResponse);
eventPayload('output', JobOutputEventResponse);
eventPayload('preview', JobPreviewEventResponse);
eventPayload('progress', JobProgressEventResponse);

/** Events of a node that goes away or is back; readers receive that many at once without falling behind. */
const MAX_FLIPPED_JOBS = 400;

/** Publishes events about jobs: every change that a caller can see, outputs, progress and previews. */
@Injectable()
export class JobFeedService implements OnModuleInit {
  private readonly log = new Logger(JobFeedService.name);
  /** Owners of running jobs: progress events come often and must not cost a statement. */
  private readonly owners = new Map<string, string | null>();
  /** Publishes one event after another, in the order of the changes. */
  private published: Promise<void> = Promise.resolve();

  constructor(
    private readonly state: JobStateService,
    private readonly nodeEvents: NodeEvents,
    private readonly live: LiveJobsService,
    private readonly jobs: JobsRepository,
    private readonly reachability: NodeReachabilityService,
    private readonly situations: JobSituationService,
    private readonly outlooks: JobOutlookService,
    private readonly feed: EventFeed,
  ) {}

  onModuleInit(): void {
    this.nodeEvents.stream.subscribe((event) => this.live.onNodeEvent(event));
    this.state.changes.subscribe((change) => this.onJobChange(change));
    this.live.changes.subscribe((change) => this.onLiveChange(change));
    this.reachability.flips.subscribe((provider) => this.enqueue(() => this.onFlip(provider)));
  }

  private onJobChange({ job, previous, outputs }: JobChange): void {
    if (isFinal(job.status) || job.phase === 'waiting') this.live.forget(job.prompt_id);
    if (job.phase === 'on_node') this.owners.set(job.prompt_id, job.owner_id);
    else this.owners.delete(job.prompt_id);
    const isNew = job.revision === 0;
    if (isNew || job.status !== previous.status || job.phase === 'waiting') {
      this.enqueue(() => this.publish(job, outputs));
    }
  }

  private enqueue(work: () => Promise<void>): void {
    this.published = this.published.then(work).catch((error: unknown) => {
      this.log.error({ err: error }, 'an event about a job could not be published');
    });
  }

  /**
   * Publishes each unfinished job of a node that became unreachable or reachable. If the node has too many, their owners get
   * one `resync` instead.
   */
  private async onFlip(provider: string): Promise<void> {
    const jobs = await this.jobs.ofNode(provider, MAX_FLIPPED_JOBS + 1);
    if (jobs.length > MAX_FLIPPED_JOBS) {
      for (const ownerId of await this.jobs.ownersOnNode(provider))
        this.feed.publish(resyncFor(audience(ownerId)));
      return;
    }
    const situationOf = await this.situations.ofAll(jobs);
    const outlooks = await this.outlooks.outlooks(jobs);
    for (const job of jobs) {
      const outlook = outlooks.get(job.prompt_id);
      if (outlook && !isFinal(job.status))
        this.publishJob(job, [], { ...situationOf(job), ...outlook });
    }
  }

  private async publish(job: JobRow, collected: readonly JobOutputRow[]): Promise<void> {
    const outputs = collected.map(shortOutput);
    const about = { audience: audience(job.owner_id), promptId: job.prompt_id };
    for (const output of outputs) {
      const data = { prompt_id: output.prompt_id, ...toOutput(output) };
      this.feed.publish({ ...about, kind: 'output', data: () => data });
    }
    const situation = await this.situations.of(job);
    this.publishJob(job, outputs, { ...situation, ...(await this.outlooks.outlook(job)) });
  }

  /** The feed keeps what it publishes for a while, so it gets no more than a summary shows. */
  private publishJob(
    row: JobRow,
    outputs: readonly JobOutputRow[],
    situationAndOutlook: JobSituation & JobOutlook,
  ): void {
    const job = summaryRow(row);
    const situation = { ...situationAndOutlook, expects: expectedOutputs(row) };
    this.feed.publish({
      kind: 'job',
      audience: audience(row.owner_id),
      promptId: row.prompt_id,
      data: (caller) => toEvent(caller, job, outputs, situation),
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
