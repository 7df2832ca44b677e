import { AppError, errorSpec } from '../../platform/errors/app-error';

const JOB_FINISHED = errorSpec({
  code: 'job_finished',
  status: 409,
  meaning: 'The job has ended already, so there is nothing to cancel.',
});

export class JobFinished extends AppError {
  constructor(promptId: string, status: string) {
    super(JOB_FINISHED, `The job can't be cancelled any more: it is ${status}.`, {
      hint: `GET /api/jobs/${promptId}`,
      extras: { status },
    });
  }
}

const CONCURRENCY_CAP = errorSpec({
  code: 'concurrency_cap',
  status: 429,
  meaning: 'The key has as many queued and running jobs as its max_concurrent_jobs allows.',
});

export class ConcurrencyCap extends AppError {
  constructor(cap: number) {
    super(
      CONCURRENCY_CAP,
      `This key may have ${cap} ${cap === 1 ? 'job' : 'jobs'} queued or running at a time. ` +
        'Wait until one of them ends.',
      {
        hint: 'GET /api/jobs?status=queued,running',
        headers: { 'Retry-After': '5' },
        extras: { max_concurrent_jobs: cap },
      },
    );
  }
}

const NO_PREVIEW = errorSpec({
  code: 'preview_not_found',
  status: 404,
  meaning: 'The job has no preview picture: it has not sampled yet, or it has ended.',
});

export class PreviewNotFound extends AppError {
  constructor(promptId: string) {
    super(NO_PREVIEW, 'There is no preview of this job at the moment.', {
      hint: `GET /api/jobs/${promptId}`,
    });
  }
}
