import { AppError, errorSpec } from '../../platform/errors/app-error';

const PATH_NOT_ALLOWED = errorSpec({
  code: 'path_not_allowed',
  status: 403,
  meaning: 'GET /api/comfy passes no such path on to a node.',
});

export class PathNotAllowed extends AppError {
  constructor(fault: string) {
    super(PATH_NOT_ALLOWED, fault, { hint: 'GET /api/comfy/object_info' });
  }
}
