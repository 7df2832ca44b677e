import { Injectable } from '@nestjs/common';
import { OwnerNames } from '../../../platform/access/owner-names';
import { eventPayload } from '../../../platform/events/event-payloads';
import { Outbox } from '../../../platform/events/outbox';
import { JobEventResponse, JobOutputEventResponse } from '../dto/job-event.response';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import {
  expectedOutputs,
  type JobSituation,
  shortOutput,
  summaryRow,
  toEvent,
  toOutput,
} from '../reading/job-record';
import type { JobOutputRow, JobRow } from '../records/job.entity';

eventPayload('job', JobEventResponse);
eventPayload('output', JobOutputEventResponse);

/** What is known of a job's situation without a look at its node and its queue. */
type StoredSituation = Omit<JobSituation, 'nodeAddresses' | 'ownerName'>;

const UNKNOWN: StoredSituation = {
  progress: null,
  nodeUnreachable: false,
  unreachableSince: null,
  movesAt: null,
  diskFull: false,
};

/** Stores events about jobs in the transactions of their changes. */
@Injectable()
export class JobEventsService {
  constructor(
    private readonly outbox: Outbox,
    private readonly providers: ProviderDirectory,
    private readonly owners: OwnerNames,
  ) {}

  /** Stores the event of a new job. */
  async created(job: JobRow): Promise<void> {
    await this.store(job, []);
  }

  /** Stores the events of a change, if callers can see it: the outputs of a job that ends, and its new state. */
  async changed(previous: JobRow, job: JobRow, outputs: readonly JobOutputRow[]): Promise<void> {
    if (!isVisible(previous, job)) return;
    const short = outputs.map(shortOutput);
    for (const output of short) {
      const data = { prompt_id: output.prompt_id, ...toOutput(output) };
      await this.outbox.add({ kind: 'output', ...aboutJob(job), data: () => data });
    }
    await this.store(job, short);
  }

  /** Stores the event of a job whose node has gone away or is back. */
  async flipped(job: JobRow, situation: StoredSituation): Promise<void> {
    await this.store(job, [], situation);
  }

  private async store(
    row: JobRow,
    outputs: readonly JobOutputRow[],
    stored: StoredSituation = UNKNOWN,
  ): Promise<void> {
    const situation = {
      ...stored,
      nodeAddresses: () => this.providers.list().map(({ base_url }) => base_url),
      ownerName: this.owners.nameOf(row.owner_id),
      // Readers get these as they are when they read: see OpenJobEventsService.
      queuePosition: null,
      etaSeconds: null,
      expects: expectedOutputs(row),
    };
    await this.outbox.add({
      kind: 'job',
      ...aboutJob(row),
      data: (reader) => toEvent(reader, summaryRow(row), outputs, situation),
    });
  }
}

const aboutJob = ({ prompt_id: promptId, owner_id: ownerId }: JobRow) => ({
  audience: { to: 'owner', ownerId } as const,
  promptId,
});

/** Whether callers see a difference. They see none when a job waits again because its node was busy. */
function isVisible(previous: JobRow, job: JobRow): boolean {
  if (job.status !== previous.status) return true;
  const hasMoved = job.provider !== previous.provider || previous.phase === 'on_node';
  return job.phase === 'waiting' && hasMoved;
}
