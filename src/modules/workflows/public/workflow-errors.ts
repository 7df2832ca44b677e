import { AppError, codedError, errorSpec } from '../../../platform/errors/app-error';
import { firstNames, joinNames } from '../../../platform/errors/name-list';
import { nearestNames, withNearest } from '../../../platform/nearest-names';

/** Names only ids that the key may use, and shortens a long list. */
export class WorkflowNotAllowed extends codedError({
  code: 'workflow_not_allowed',
  status: 403,
  meaning:
    "The workflow isn't on the key's list, whether it exists or not. `nearest` names similar ones; GET /api/workflows lists yours.",
}) {
  constructor(requested: string, allowed: readonly string[]) {
    const nearest = nearestNames(requested, allowed);
    super(withNearest('This key may not use this workflow.', nearest), {
      hint: `GET /api/workflows; this key may use: ${joinNames(allowed)}. An admin can allow more.`,
      extras: { requested, nearest, allowed_workflows: firstNames(allowed) },
    });
  }
}

const NOT_FOUND = errorSpec({
  code: 'workflow_not_found',
  status: 404,
  meaning:
    'No workflow of the catalogue has this id. `nearest` names similar ones; GET /api/workflows lists yours.',
});

export class WorkflowNotFound extends AppError {
  /**
   * @param why why an imported file of this id isn't a workflow @param nearest similar ids that the caller may
   * use
   */
  constructor(
    readonly why: readonly string[] = [],
    nearest: readonly string[] = [],
  ) {
    const absent = why.length === 0;
    const detail = 'There is no workflow with this id';
    super(
      NOT_FOUND,
      absent
        ? withNearest(`${detail}.`, nearest)
        : `${detail} yet: ${why.map(unended).join('; ')}.`,
      {
        hint: absent ? 'GET /api/workflows' : 'GET /api/workflows?with_problems=true',
        ...(nearest.length === 0 ? {} : { extras: { nearest } }),
      },
    );
  }
}

/** The workflow of a stored request has been removed since. */
export class WorkflowRemoved extends AppError {
  /** @param field the field that replaces it */
  constructor(id: string, field: string) {
    super(
      NOT_FOUND,
      `The workflow of this job, '${id}', has been removed since. Send another one in ${field}, or ask an admin to import it again under this id.`,
      { hint: 'GET /api/workflows', extras: { requested: id } },
    );
  }
}

/** Some reasons already end with a full stop. */
const unended = (reason: string): string => reason.replace(/\.$/, '');
