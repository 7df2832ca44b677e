import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import type { JobRow } from '../records/job.entity';
import { JobStateService } from '../tracking/job-state.service';
import { isFinal } from '../tracking/job-state';
import { JobWaitService, type Patience } from './job-wait.service';
import { JobLookupService } from '../tracking/job-lookup.service';

/** How long a read waits for a look-up that it makes itself. Milliseconds. */
const LOOK_UP_LIMIT = 1_000;

/**
 * How fresh a read is: from the row, which the watcher keeps at most a round behind a node that answers; when nobody
 * has looked for longer than `jobs.stale_read_ms`, one look-up first.
 */
@Injectable()
export class JobFreshness {
  constructor(
    private readonly state: JobStateService,
    private readonly lookups: JobLookupService,
    private readonly waits: JobWaitService,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /** The row as it is now; with patience, when the job has ended or the time is up. */
  async latest(caller: Caller, job: JobRow, patience: Patience | null): Promise<JobRow> {
    const now = this.isStale(job) ? await this.lookedUp(job) : job;
    if (!patience?.seconds || isFinal(now.status)) return now;
    return this.waits.untilEnd(caller, now, patience);
  }

  private isStale(job: JobRow): boolean {
    const onNode = job.phase === 'on_node' || job.phase === 'handing_over';
    const { stale_read_ms } = this.config.current().jobs;
    return onNode && this.lookups.age(job.prompt_id) > stale_read_ms;
  }

  private async lookedUp(job: JobRow): Promise<JobRow> {
    await this.clock.within(LOOK_UP_LIMIT, this.lookups.lookUp(job, LOOK_UP_LIMIT));
    return (await this.state.row(job.prompt_id)) ?? job;
  }
}
