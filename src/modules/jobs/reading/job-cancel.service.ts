import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { listedOwner } from '../../../platform/access/scope';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import type { Transaction } from '../../../platform/database/write-gate';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { Slots } from '../../../platform/slots';
import type { CancelJobsRequest } from '../dto/job-cancel.dto';
import type { JobRecord } from '../dto/job.response';
import { JobFinished } from '../jobs.errors';
import { type CancelledJobs, JobCanceller, type QueuedOwner } from '../public/job-canceller';
import type { JobRow } from '../records/job.entity';
import { JobListRepository } from '../records/job-list.repository';
import { JobsRepository } from '../records/jobs.repository';
import { JobStateService } from '../tracking/job-state.service';
import { JobsService } from './jobs.service';

/** Each cancellation is a transaction of its own. */
const MAX_PARALLEL = 8;

type CancellableJob = Pick<JobRow, 'prompt_id' | 'owner_id'>;
type StopRefilling = (caller: Caller, owner: QueuedOwner) => Promise<void>;

/** Cancels jobs for their callers. Final for the caller at once; the jobs are then withdrawn from their nodes. */
@Injectable()
export class JobCancelService implements JobCanceller {
  private readonly stopsBefore: StopRefilling[] = [];

  constructor(
    private readonly jobs: JobsRepository,
    private readonly list: JobListRepository,
    private readonly reads: JobsService,
    private readonly state: JobStateService,
    private readonly owners: OwnerNames,
    private readonly auditLog: AuditLogService,
  ) {}

  /** @throws JobNotFound, and JobFinished when the job has ended */
  async cancel(caller: Caller, promptId: string): Promise<JobRecord> {
    const job = await this.reads.find(caller, promptId);
    if (!(await this.apply(caller, job))) {
      const { status } = await this.reads.find(caller, promptId);
      throw new JobFinished(promptId, status);
    }
    return this.reads.get(caller, promptId);
  }

  async cancelRequested(caller: Caller, request: CancelJobsRequest): Promise<CancelledJobs> {
    const { prompt_ids: promptIds, status, owner } = request;
    if ((promptIds === undefined) === (status === undefined))
      throw ValidationFailed.at(['body'], 'Send exactly one of prompt_ids and status.');
    if (owner !== undefined && status === undefined)
      throw ValidationFailed.at(['body', 'owner'], 'Send owner with status, not with prompt_ids.');
    return promptIds ? this.cancelMany(caller, promptIds) : this.cancelQueued(caller, owner);
  }

  async cancelMany(caller: Caller, promptIds: readonly string[]): Promise<CancelledJobs> {
    const cancelled: string[] = [];
    const failed: CancelledJobs['failed'][number][] = [];
    await inParallel([...new Set(promptIds)], async (promptId) => {
      const job = await this.jobs.findFor(caller, promptId);
      if (!job) failed.push({ prompt_id: promptId, code: 'job_not_found' });
      else if (await this.apply(caller, job)) cancelled.push(promptId);
      else failed.push({ prompt_id: promptId, code: 'job_finished' });
    });
    return { cancelled, failed };
  }

  beforeCancellingQueued(stop: StopRefilling): void {
    this.stopsBefore.push(stop);
  }

  /** A job that starts to run meanwhile runs on. */
  private async cancelQueued(caller: Caller, ownerName?: string): Promise<CancelledJobs> {
    const owner = this.queuedOwner(caller, ownerName);
    for (const stop of this.stopsBefore) await stop(caller, owner);
    const cancelled: string[] = [];
    await inParallel(await this.list.queuedJobs(owner), async (job) => {
      if (await this.apply(caller, job, 'queued')) cancelled.push(job.prompt_id);
    });
    return { cancelled, failed: [] };
  }

  /** Only an admin reaches the jobs of others. */
  private queuedOwner(caller: Caller, ownerName: string | undefined): QueuedOwner {
    const ownerId = listedOwner(caller, ownerName, this.owners);
    return ownerId === undefined ? { all: true } : { all: false, ownerId };
  }

  /** @returns whether the job is cancelled now */
  private async apply(caller: Caller, job: CancellableJob, only?: 'queued'): Promise<boolean> {
    const operation = {
      action: 'job.cancel',
      kind: 'job',
      subject: job.prompt_id,
      ownerId: job.owner_id,
    };
    const event = { kind: 'cancel', ...(only && { only }) } as const;
    const audit = (tx: Transaction): Promise<void> =>
      this.auditLog.recordForeign(tx, caller, operation);
    return (await this.state.apply(job.prompt_id, event, audit)) !== null;
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const slots = new Slots(MAX_PARALLEL);
  await Promise.all(items.map((item) => slots.run(() => work(item))));
}
