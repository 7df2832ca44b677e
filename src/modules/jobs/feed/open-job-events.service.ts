import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UNRESTRICTED } from '../../../platform/access/caller';
import { EventFeed } from '../../../platform/events/event-feed';
import type { OutboxEvent } from '../../../platform/events/outbox';
import type { JobEvent } from '../dto/job-event.response';
import { JobOutlookService } from '../reading/job-outlook.service';
import { situationFields } from '../reading/job-record';
import { JobSituationService } from '../reading/job-situation.service';
import { JobsRepository } from '../records/jobs.repository';
import { isFinal, type JobStatus } from '../tracking/job-state';

/** Adds to stored events of jobs that are still in that state how far these are now, when somebody reads them. */
@Injectable()
export class OpenJobEventsService implements OnModuleInit {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly situations: JobSituationService,
    private readonly outlooks: JobOutlookService,
    private readonly feed: EventFeed,
  ) {}

  onModuleInit(): void {
    this.feed.completeWith((events) => this.complete(events));
  }

  private async complete(events: readonly OutboxEvent[]): Promise<readonly OutboxEvent[]> {
    const open = new Set(events.filter(isOpenJob).flatMap(({ promptId }) => promptId ?? []));
    if (open.size === 0) return events;
    const found = await this.jobs.findAll(UNRESTRICTED, [...open]);
    const jobs = [...found.values()].filter(({ status }) => !isFinal(status));
    const situationOf = await this.situations.ofAll(jobs);
    const outlooks = await this.outlooks.outlooks(jobs);
    const now = new Map(
      jobs.map((job) => {
        const outlook = outlooks.get(job.prompt_id) ?? { queuePosition: null, etaSeconds: null };
        const fields = situationFields(job, { ...situationOf(job), ...outlook });
        return [`${job.prompt_id} ${job.status}`, fields];
      }),
    );
    return events.map((event) => {
      const fields = now.get(`${event.promptId ?? ''} ${statusOf(event) ?? ''}`);
      return fields ? { ...event, data: { ...event.data, ...fields } } : event;
    });
  }
}

/** The status of the job that the event is about. */
const statusOf = ({ kind, data }: OutboxEvent): JobStatus | undefined =>
  kind === 'job' ? (data as JobEvent).status : undefined;

function isOpenJob(event: OutboxEvent): boolean {
  const status = statusOf(event);
  return status !== undefined && !isFinal(status);
}
