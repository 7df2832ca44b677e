import { AppError, errorSpec } from '../../../platform/errors/app-error';

const WORKFLOW_BUILTIN = errorSpec({
  code: 'workflow_builtin',
  status: 409,
  meaning:
    'The id belongs to a workflow that comes with the service: it is neither replaced nor removed. Choose another id.',
});

export class WorkflowBuiltin extends AppError {
  constructor(id: string) {
    super(
      WORKFLOW_BUILTIN,
      `${id} comes with Kinora: it can't be replaced or removed. Import yours under another id.`,
      { hint: `GET /api/workflows/${id}` },
    );
  }
}

const WORKFLOW_NO_FILE = errorSpec({
  code: 'workflow_no_file',
  status: 409,
  meaning:
    "A folder or link in the workflows folder has the name of this workflow's file; it is not changed. Choose another id.",
});

/** The workflows folder contains a directory of that name. */
export class WorkflowNoFile extends AppError {
  constructor(id: string) {
    super(WORKFLOW_NO_FILE, `${id}.json in the workflows folder is a folder, not a workflow.`, {
      hint: 'delete the folder by hand, or choose another id',
    });
  }
}
