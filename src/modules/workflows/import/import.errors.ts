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

/** The workflows folder contains a directory of that name. */
export class WorkflowNoFile extends codedError({
  code: 'workflow_no_file',
  status: 409,
  meaning:
    "A folder or link in the workflows folder has the name of this workflow's file; it is not changed. Choose another id.",
}) {
  constructor(id: string) {
    super(`${id}.json in the workflows folder is a folder, not a workflow.`, {
      hint: 'delete the folder by hand, or choose another id',
    });
  }
}
