import { codedError } from '../../platform/errors/app-error';
import type { JobStatus } from './tracking/job-state';

export class JobFinished extends codedError({
  code: 'job_finished',
  status: 409,
  meaning: 'The job has ended already, so there is nothing to cancel.',
}) {
  constructor(promptId: string, status: string) {
    super(`The job can't be cancelled any more: it is ${status}.`, {
      hint: `GET /api/jobs/${promptId}`,
      extras: { status },
    });
  }
}

/** A job that takes one of its key's places. */
interface UnfinishedJob {
  readonly prompt_id: string;
  readonly status: JobStatus;
  readonly provider: string;
  readonly node_unreachable: boolean;
}

export class ConcurrencyCap extends codedError({
  code: 'concurrency_cap',
  status: 429,
  meaning:
    'The key has as many queued and running jobs as its max_concurrent_jobs allows. `hint` waits until one ends; `unfinished` lists them, to cancel one.',
}) {
  /** @param unfinished the jobs that the key has, newest first */
  constructor(cap: number, unfinished: readonly UnfinishedJob[]) {
    const stuck = unfinished.filter((job) => job.node_unreachable).at(-1);
    super(
      `This key may have ${cap} ${cap === 1 ? 'job' : 'jobs'} queued or running at a time. ` +
        (stuck
          ? 'Cancel one whose node is away (node_unreachable), or wait until one of them ends.'
          : 'Wait until one of them ends, or cancel one that you no longer need.'),
      {
        hint: stuck ? `POST /api/jobs/${stuck.prompt_id}/cancel` : waitForAny(unfinished),
        headers: { 'Retry-After': '5' },
        extras: { max_concurrent_jobs: cap, unfinished },
      },
    );
  }
}

const waitForAny = (jobs: readonly UnfinishedJob[]): string =>
  `GET /api/jobs?prompt_ids=${jobs.map((job) => job.prompt_id).join(',')}&wait=60&until=any`;

export class PreviewNotFound extends codedError({
  code: 'preview_not_found',
  status: 404,
  meaning:
    'The job has no preview picture: it has not sampled yet, or it has ended. Wait for its outputs with GET /api/jobs/{prompt_id}?wait=60.',
}) {
  constructor(promptId: string) {
    super('There is no preview of this job at the moment.', {
      hint: `GET /api/jobs/${promptId}`,
    });
  }
}
