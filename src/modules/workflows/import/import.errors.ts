import { codedError } from '../../../platform/errors/app-error';

export class WorkflowBuiltin extends codedError({
  code: 'workflow_builtin',
  status: 409,
  meaning:
    'The id belongs to a workflow that comes with the service: it is neither replaced nor removed. Choose another id.',
}) {
  constructor(id: string) {
    super(
      `${id} comes with Kinora: it can't be replaced or removed. Import yours under another id.`,
      { hint: `GET /api/workflows/${id}` },
    );
  }
}

export class WorkflowLimitReached extends codedError({
  code: 'workflow_cap',
  status: 409,
  meaning:
    'The workflows folder holds as many workflows as are read, broken ones included. Delete one that nobody needs.',
}) {
  constructor(limit: number) {
    super(
      `The workflows folder holds ${limit} workflows, and no more are read. Delete one that nobody needs.`,
      { hint: 'GET /api/workflows?with_problems=true', extras: { limit } },
    );
  }
}

/** The workflows folder contains a directory of that name. */
export class WorkflowNoFile extends codedError({
  code: 'workflow_no_file',
  status: 409,
  meaning:
    "A folder in the workflows folder has the name of this workflow's file; it is not changed. Choose another id.",
}) {
  constructor(id: string) {
    super(`${id}.json in the workflows folder is a folder, not a workflow.`, {
      hint: 'delete the folder by hand, or choose another id',
    });
  }
}
