import { Injectable } from '@nestjs/common';
import { filter, firstValueFrom, fromEvent, map, takeUntil } from 'rxjs';
import type { Caller } from '../../../platform/access/caller';
import { CallerWatch } from '../../../platform/access/caller-watch';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { Shutdown } from '../../../platform/http/shutdown';
import { StreamSlots } from '../../../platform/http/stream-slots';
import type { JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';
import { isFinal } from '../tracking/job-state';
import { JobStateService } from '../tracking/job-state.service';
import { PollingService } from '../tracking/polling.service';

/** How long a read waits for a lookup that it makes itself. */
const LOOKUP_TIMEOUT_MS = 1_000;

/** A request that holds its answer until the job ends (`?wait=`). */
export interface JobWait {
  readonly seconds: number;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** How fresh a read of a job is: looks up a job that was not checked recently, and waits for its end on request. */
@Injectable()
export class JobWaitService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly state: JobStateService,
    private readonly polling: PollingService,
    private readonly slots: StreamSlots,
    private readonly callers: CallerWatch,
    private readonly shutdown: Shutdown,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /** The row, looked up on its node first if it was not checked for `jobs.stale_read_ms`. */
  async fresh(job: JobRow): Promise<JobRow> {
    const isOnNode = job.phase === 'on_node' || job.phase === 'handing_over';
    const { stale_read_ms } = this.config.current().jobs;
    if (!isOnNode || this.polling.age(job.prompt_id) <= stale_read_ms) return job;
    await this.clock.within(LOOKUP_TIMEOUT_MS, this.polling.lookUp(job, LOOKUP_TIMEOUT_MS));
    return (await this.jobs.find(job.prompt_id)) ?? job;
  }

  /**
   * The row once the job has ended, the time is up, the client disconnects or the service stops. Throws `TooManyStreams`, and
   * the refusal for a caller whose rights have ended meanwhile.
   */
  async untilEnd(caller: Caller, job: JobRow, { seconds, signal }: JobWait): Promise<JobRow> {
    const release = this.slots.acquireWait(caller);
    const watch = this.callers.watch(caller);
    const answered = new AbortController();
    const over = AbortSignal.any([signal, this.shutdown.signal, watch.signal, answered.signal]);
    try {
      const timeout = this.clock.sleep(seconds * 1000, over).then(toNull, toNull);
      const ended = await Promise.race([this.end(job.prompt_id, over), timeout]);
      if (watch.end) throw watch.end.refusal;
      return ended ?? (await this.jobs.find(job.prompt_id)) ?? job;
    } finally {
      answered.abort();
      watch.release();
      release();
    }
  }

  /** The row with which the job ended; `null` when the signal was first. */
  private async end(promptId: string, signal: AbortSignal): Promise<JobRow | null> {
    const end = firstValueFrom(
      this.state.changes.pipe(
        map(({ job }) => job),
        filter((job) => job.prompt_id === promptId && isFinal(job.status)),
        takeUntil(fromEvent(signal, 'abort')),
      ),
      { defaultValue: null },
    );
    // The job may have ended between the read and the subscription.
    const job = await this.jobs.find(promptId);
    return !job || isFinal(job.status) ? job : end;
  }
}

const toNull = (): null => null;
