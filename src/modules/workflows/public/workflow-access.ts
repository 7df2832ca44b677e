import type { Caller } from '../../../platform/access/caller';
import { mayUseWorkflow } from '../../../platform/access/scope';
import { nearestNames } from '../../../platform/nearest-names';
import type { Workflow, WorkflowCatalogue } from './workflow';
import { WorkflowNotAllowed, WorkflowNotFound } from './workflow-errors';

/**
 * The workflow that a caller names. The key's list is checked on the id alone, before existence. Throws
 * `WorkflowNotAllowed` (403), and `WorkflowNotFound` (404) with similar ids that the caller may use and, for admins,
 * the reason why an imported file isn't a workflow.
 */
export function workflowFor(caller: Caller, catalogue: WorkflowCatalogue, id: string): Workflow {
  if (!mayUseWorkflow(caller, id)) throw new WorkflowNotAllowed(id, caller.allowedWorkflows);
  const workflow = catalogue.get(id);
  if (workflow) return workflow;
  const ids = catalogue.list().map((one) => one.id);
  throw new WorkflowNotFound(
    caller.isAdmin ? catalogue.importProblems(id) : [],
    nearestNames(id, allowedOf(caller, ids)),
  );
}

/** Ids of workflows that have a param which this one lacks, of the same kind and for this caller; similar ids first. */
export function otherWorkflowsWith(
  param: string,
  { id, kind }: Workflow,
  { caller, catalogue }: { readonly caller: Caller; readonly catalogue: WorkflowCatalogue },
): readonly string[] {
  const ids = catalogue
    .list()
    .flatMap((other) =>
      other.kind === kind && Object.hasOwn(other.params, param) ? other.id : [],
    );
  const allowed = allowedOf(caller, ids);
  return [...new Set([...nearestNames(id, allowed), ...allowed])];
}

/** Those of the ids that the caller may use. */
export const allowedOf = (caller: Caller, ids: readonly string[]): readonly string[] =>
  ids.filter((id) => mayUseWorkflow(caller, id));
