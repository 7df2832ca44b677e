import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayUseWorkflow } from '../../../platform/access/scope';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { isRecord } from '../../../platform/json';
import { WorkflowCatalogue } from '../../workflows/public/workflow';
import type { GenerationKind } from '../public/generation-planner';
import { adviseFields } from './unknown-fields';

/** Rewords the errors of unknown fields in a generate body for the workflow that the body names. */
@Injectable()
export class UnknownFieldsService {
  constructor(private readonly catalogue: WorkflowCatalogue) {}

  /** The same error when the body names no workflow of this kind that the caller may use. */
  advise(
    caller: Caller,
    kind: GenerationKind,
    body: unknown,
    error: ValidationFailed,
  ): ValidationFailed {
    const id = isRecord(body) ? body['workflow'] : undefined;
    if (typeof id !== 'string' || !mayUseWorkflow(caller, id)) return error;
    const workflow = this.catalogue.get(id);
    if (workflow?.kind !== kind) return error;
    return new ValidationFailed(adviseFields(error.errors, workflow));
  }
}
