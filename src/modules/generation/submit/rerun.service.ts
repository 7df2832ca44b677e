import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { RequestPipe } from '../../../platform/validation/request-pipe';
import { JobNotFound, JobReader, type StoredRequest } from '../../jobs/public/job-reader';
import { GENERATE_BODY } from '../dto/generate-body';
import type { RerunDto } from '../dto/rerun.dto';
import type { GenerationKind, GenerationRequest, Loc } from '../public/generation-planner';
import { mergePatch } from '../request/merge-patch';
import { UnknownFieldsService } from '../request/unknown-fields.service';
import type { Answers } from './generate-answers';
import { GenerationService } from './generation.service';

/** Validation errors of the merged request point here, because only a change can correct them. */
const CHANGES: Loc = ['body', 'changes'];

/** Submits a job's request again, with changes and the rights of the caller; all checks run again. */
@Injectable()
export class RerunService {
  constructor(
    private readonly jobs: JobReader,
    private readonly pipe: RequestPipe,
    private readonly unknownFields: UnknownFieldsService,
    private readonly generation: GenerationService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Throws `JobNotFound` and what a generate request throws. Reruns of other owners' jobs go into the audit log. */
  async rerun(
    caller: Caller,
    promptId: string,
    body: RerunDto,
    key: string | undefined,
  ): Promise<Answers[GenerationKind]> {
    const repeatable = { caller, route: `POST /api/jobs/${promptId}/rerun`, key, body };
    return this.generation.once(repeatable, async () => {
      const stored = await this.jobs.storedRequest(caller, promptId);
      if (!stored) throw new JobNotFound();
      const { kind, ownerId } = stored;
      const request = this.changedRequest(caller, stored, body.changes ?? {});
      const operation = { action: 'job.rerun', kind: 'job', subject: promptId, ownerId };
      return this.generation.submit(caller, kind, request, {
        at: CHANGES,
        also: (tx, newId) =>
          this.auditLog.recordForeign(tx, caller, { ...operation, details: { prompt_id: newId } }),
      });
    });
  }

  /** Merges the changes and validates the result like any generate body. */
  private changedRequest(
    caller: Caller,
    { kind, request: original }: StoredRequest,
    changes: Readonly<Record<string, unknown>>,
  ): GenerationRequest {
    const request = mergePatch(original, changes);
    try {
      return this.pipe.checkBody<object>(request, GENERATE_BODY[kind]) as GenerationRequest;
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      const { items } = this.unknownFields.advise(caller, kind, request, error);
      throw new ValidationFailed(
        items.map((item) => ({ ...item, loc: [...CHANGES, ...item.loc.slice(1)] })),
      );
    }
  }
}
