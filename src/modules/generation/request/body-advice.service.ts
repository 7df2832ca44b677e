import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayUseWorkflow } from '../../../platform/access/scope';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { isRecord } from '../../../platform/json';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { allowedOf, otherWorkflowsWith } from '../../workflows/public/workflow-access';
import { WorkflowCatalogue } from '../../workflows/public/workflow';
import type { GenerationKind } from '../public/generation-planner';
import { adviseFields, adviseMissing } from './body-advice';

/** Rewords the errors of a generate body for the workflow that it names and for the nodes of this install. */
@Injectable()
export class BodyAdviceService {
  constructor(
    private readonly catalogue: WorkflowCatalogue,
    private readonly providers: ProviderDirectory,
  ) {}

  advise(
    caller: Caller,
    kind: GenerationKind,
    body: unknown,
    error: ValidationFailed,
  ): ValidationFailed {
    const ids = this.catalogue.list().flatMap((one) => (one.kind === kind ? one.id : []));
    const errors = adviseMissing(error.errors, {
      kind,
      workflows: allowedOf(caller, ids),
      providers: this.providers.list().map((one) => one.id),
    });
    const id = isRecord(body) ? body['workflow'] : undefined;
    const isUsable = typeof id === 'string' && mayUseWorkflow(caller, id);
    const workflow = isUsable ? this.catalogue.get(id) : null;
    if (workflow?.kind !== kind) return new ValidationFailed(errors);
    const catalogue = this.catalogue;
    const having = (param: string) => otherWorkflowsWith(param, workflow, { caller, catalogue });
    return new ValidationFailed(adviseFields(errors, workflow, having));
  }
}
