import { Injectable, Logger } from '@nestjs/common';
import { RunTimes } from '../workflows/public/run-times';
import type { JobChange } from './job-ledger.service';

/** Tells workflows how long a completed job ran: what waits and plans are reckoned from. */
@Injectable()
export class RunRecorder {
  private readonly log = new Logger(RunRecorder.name);

  constructor(private readonly runTimes: RunTimes) {}

  /** Notes the change if it is a completion. Never delays or fails the job. */
  note({ job, previous }: JobChange): void {
    const completed = job.status === 'completed' && previous.status !== 'completed';
    if (!completed || job.started_at === null || job.finished_at === null) return;
    const seconds = Math.max(0, job.finished_at - job.started_at) / 1000;
    this.runTimes
      .record({ workflow: job.workflow, provider: job.provider, seconds })
      .catch((error: unknown) => {
        this.log.warn({ err: error, prompt_id: job.prompt_id }, 'a run time could not be kept');
      });
  }
}
