import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { mayUseWorkflow } from '../../platform/access/scope';
import { ValidationFailed } from '../../platform/errors/validation-failed';
import { isObject } from '../../platform/validation/checks';
import { RequestPipe } from '../../platform/validation/request-pipe';
import { type Workflow, WorkflowCatalogue } from '../workflows/public/workflow';
import { GENERATE_BODY } from './dto/generate-body';
import { PlanTypeDto } from './dto/plan.dto';
import type { GenerationKind, GenerationRequest } from './public/generation-planner';
import { adviseFields } from './unknown-fields';

/** A request and what it makes. */
export interface TypedRequest {
  readonly type: GenerationKind;
  readonly request: GenerationRequest;
}

/** The one screening of generate bodies, whichever call they come by: all refuse in the same words. */
@Injectable()
export class RequestBodies {
  constructor(
    private readonly pipe: RequestPipe,
    private readonly catalogue: WorkflowCatalogue,
  ) {}

  /** Throws `ValidationFailed` with every fault of the body's fields. */
  read(caller: Caller, kind: GenerationKind, body: unknown): GenerationRequest {
    try {
      const argument = { type: 'body', metatype: GENERATE_BODY[kind] } as const;
      return this.pipe.transform(body, argument) as GenerationRequest;
    } catch (error) {
      const workflow = error instanceof ValidationFailed && this.chosen(caller, kind, body);
      throw workflow ? new ValidationFailed(adviseFields(error.items, workflow)) : error;
    }
  }

  /** A body that says which generate call the rest of it is for. */
  readTyped(caller: Caller, body: unknown): TypedRequest {
    const { type: said, ...rest } = isObject(body) ? body : {};
    const named = said === undefined ? {} : { type: said };
    const argument = { type: 'body', metatype: PlanTypeDto } as const;
    const { type } = this.pipe.transform(isObject(body) ? named : body, argument) as PlanTypeDto;
    return { type, request: this.read(caller, type, rest) };
  }

  /** The workflow that a body names, if the caller may know of it and the call is for its kind. */
  private chosen(caller: Caller, kind: GenerationKind, body: unknown): Workflow | null {
    const id = isObject(body) ? body['workflow'] : undefined;
    if (typeof id !== 'string' || !mayUseWorkflow(caller, id)) return null;
    const workflow = this.catalogue.get(id);
    return workflow?.kind === kind ? workflow : null;
  }
}
