import { AppError, errorSpec } from '../../../platform/errors/app-error';

const WORKFLOW_BUILTIN = errorSpec({
  code: 'workflow_builtin',
  status: 409,
  meaning:
    'The id belongs to a workflow that comes with the service: it is neither replaced nor removed.',
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
