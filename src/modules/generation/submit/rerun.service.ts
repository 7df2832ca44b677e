import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { JobNotFound, JobReader } from '../../jobs/public/job-reader';
import { WorkflowNotFound, WorkflowRemoved } from '../../workflows/public/workflow-errors';
import type { RerunDto } from '../dto/rerun.dto';
import type { GenerationKind, Loc } from '../public/generation-planner';
import { GenerationRequests } from '../public/generation-requests';
import { mergePatch } from '../request/merge-patch';
import type { Answers } from './generate-answers';
import { GenerationService } from './generation.service';

/** Validation errors of the merged request point here, because only a change can correct them. */
const CHANGES: Loc = ['body', 'changes'];

/** Submits a job's request again, with changes and the rights of the caller; all checks run again. */
@Injectable()
export class RerunService {
  constructor(
    private readonly jobs: JobReader,
    private readonly requests: GenerationRequests,
    private readonly generation: GenerationService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Throws `JobNotFound` and what a generate request throws. Reruns of other owners' jobs go into the audit log. */
  async rerun(caller: Caller, promptId: string, body: RerunDto): Promise<Answers[GenerationKind]> {
    const stored = await this.jobs.storedRequest(caller, promptId);
    if (!stored) throw new JobNotFound();
    const { kind, ownerId } = stored;
    const merged = mergePatch(stored.request, body.changes ?? {});
    const request = this.requests.check(caller, kind, merged, CHANGES);
    const operation = { action: 'job.rerun', kind: 'job', subject: promptId, ownerId };
    const answer = this.generation.submit(caller, kind, request, {
      at: CHANGES,
      also: (tx, newId) =>
        this.auditLog.recordForeign(tx, caller, { ...operation, details: { prompt_id: newId } }),
    });
    return body.changes?.['workflow'] === undefined
      ? answer.catch(explainRemoval(request.workflow))
      : answer;
  }
}

/** Rethrows an error, as {@link WorkflowRemoved} if the workflow of the job isn't there any more. */
const explainRemoval =
  (workflow: string) =>
  (error: unknown): never => {
    if (error instanceof WorkflowNotFound && error.why.length === 0)
      throw new WorkflowRemoved(workflow, 'changes.workflow');
    throw error;
  };
