import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { AuditLogService } from '../../platform/audit/audit-log.service';
import { ValidationFailed } from '../../platform/errors/validation-failed';
import { RequestPipe } from '../../platform/validation/request-pipe';
import { JobNotFound } from '../jobs/public/job-not-found';
import { JobReader } from '../jobs/public/job-queue';
import { GENERATE_BODY } from './dto/generate-body';
import { type Answers, GenerationService } from './generation.service';
import { mergePatch } from './merge-patch';
import type { GenerationKind, GenerationRequest, Loc } from './public/generation-planner';
import { UnknownFieldsService } from './unknown-fields.service';

/** Where the request of a rerun stands: whatever is wrong with it, a change puts it right. */
const CHANGES: Loc = ['body', 'changes'];

/** Runs a job's request once more, with changes: as the calling key, with every check anew. */
@Injectable()
export class RerunService {
  constructor(
    private readonly jobs: JobReader,
    private readonly pipe: RequestPipe,
    private readonly unknownFields: UnknownFieldsService,
    private readonly generation: GenerationService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Throws `JobNotFound`, and what a generate request throws. Who makes a job of somebody else's is written down. */
  async rerun(
    caller: Caller,
    promptId: string,
    changes: Readonly<Record<string, unknown>>,
  ): Promise<Answers[GenerationKind]> {
    const stored = await this.jobs.storedRequest(caller, promptId);
    if (!stored) throw new JobNotFound();
    const { kind, ownerId } = stored;
    const request = this.checked(caller, kind, mergePatch(stored.request, changes));
    const operation = { action: 'job.rerun', kind: 'job', subject: promptId, ownerId };
    return this.generation.generate(caller, kind, request, {
      at: CHANGES,
      also: (tx, made) =>
        this.auditLog.recordForeign(tx, caller, { ...operation, details: { prompt_id: made } }),
    });
  }

  /** Through the same rules as a request that comes by itself. */
  private checked(
    caller: Caller,
    kind: GenerationKind,
    request: Readonly<Record<string, unknown>>,
  ): GenerationRequest {
    try {
      return this.pipe.checkBody<object>(request, GENERATE_BODY[kind]) as GenerationRequest;
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      throw new ValidationFailed(
        this.unknownFields
          .advise(caller, kind, request, error)
          .items.map((item) => ({ ...item, loc: [...CHANGES, ...item.loc.slice(1)] })),
      );
    }
  }
}
