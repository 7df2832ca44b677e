import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import type { JobRecord } from '../dto/job.response';
import { JobStateService } from '../tracking/job-state.service';
import { isFinal } from '../tracking/job-state';
import { JobFinished } from '../jobs.errors';
import { JobsService } from './jobs.service';

/** Cancelling: final for the caller at once; the engine takes the job off its node. */
@Injectable()
export class JobCancel {
  constructor(
    private readonly jobs: JobsService,
    private readonly state: JobStateService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** @throws JobFinished when it has ended, also when the node has and only its outputs are still being fetched. */
  async cancel(caller: Caller, promptId: string): Promise<JobRecord> {
    const job = await this.jobs.find(caller, promptId);
    if (isFinal(job.status)) throw new JobFinished(promptId, job.status);
    const operation = {
      action: 'job.cancel',
      kind: 'job',
      subject: promptId,
      ownerId: job.owner_id,
    };
    const cancelled = await this.state.apply(
      promptId,
      { kind: 'cancel' },
      { also: (tx) => this.auditLog.recordForeign(tx, caller, operation) },
    );
    if (!cancelled) {
      const now = await this.jobs.find(caller, promptId);
      throw new JobFinished(promptId, isFinal(now.status) ? now.status : 'finished on its node');
    }
    return this.jobs.get(caller, promptId);
  }
}
