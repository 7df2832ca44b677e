import { Injectable, Logger } from '@nestjs/common';
import type { JobChange } from './job-ledger.service';
import { isFinal } from './job-state';
import { JobsRepository } from './jobs.repository';
import { LiveJobs } from './live-jobs.service';

/** Opens and closes the memory of a job's progress as the job comes onto its node and leaves it. */
@Injectable()
export class LiveProgress {
  private readonly log = new Logger(LiveProgress.name);

  constructor(
    private readonly jobs: JobsRepository,
    private readonly live: LiveJobs,
  ) {}

  changed({ job, previous }: JobChange): void {
    if (isFinal(job.status) || job.phase === 'waiting') this.live.forget(job.prompt_id);
    if (job.phase !== 'handing_over' || previous.phase === 'handing_over') return;
    this.jobs
      .payload(job.prompt_id)
      .then(({ graph }) => {
        this.live.begin(job.prompt_id, graph);
      })
      .catch((error: unknown) => {
        this.log.warn({ err: error, prompt_id: job.prompt_id }, 'progress will not be shown');
      });
  }
}
