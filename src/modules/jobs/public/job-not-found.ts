import { AppError, errorSpec } from '../../../platform/errors/app-error';

const JOB_NOT_FOUND = errorSpec({
  code: 'job_not_found',
  status: 404,
  meaning: 'There is no such job, or it is not yours.',
});

/** One answer for "not there" and "not yours". */
export class JobNotFound extends AppError {
  constructor() {
    super(JOB_NOT_FOUND, 'There is no job with this prompt_id.', { hint: 'GET /api/jobs' });
  }
}
