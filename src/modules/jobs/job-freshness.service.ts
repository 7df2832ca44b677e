import { Injectable } from '@nestjs/common';
import { filter, firstValueFrom, take, takeUntil, Subject } from 'rxjs';
import type { Caller } from '../../platform/access/caller';
import { Clock } from '../../platform/clock/clock';
import { ConfigService } from '../../platform/config/config.service';
import { StreamSlots } from '../../platform/http/stream-slots';
import type { JobRow } from './job.entity';
import { JobLedger } from './job-ledger.service';
import { isFinal } from './job-state';
import { JobWatcher } from './job-watcher.service';

/** How long a read waits for a look-up that it makes itself. Milliseconds. */
const LOOK_UP_LIMIT = 1_000;

/**
 * How fresh a read is: from the row, which the watcher keeps at most a round behind a node that answers; when nobody
 * has looked for longer than `jobs.stale_read_ms`, one look-up first.
 */
@Injectable()
export class JobFreshness {
  constructor(
    private readonly ledger: JobLedger,
    private readonly watcher: JobWatcher,
    private readonly slots: StreamSlots,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /** The row as it is now; with `waitSeconds`, when the job has ended or the time is up. */
  async latest(caller: Caller, job: JobRow, waitSeconds: number): Promise<JobRow> {
    if (isFinal(job.status)) return job;
    if (await this.lookUpIfStale(job)) {
      const looked = await this.ledger.row(job.prompt_id);
      if (looked) job = looked;
    }
    if (waitSeconds === 0 || isFinal(job.status)) return job;
    const release = this.slots.takeWait(caller);
    try {
      return await this.untilEnd(job, waitSeconds);
    } finally {
      release();
    }
  }

  private async lookUpIfStale(job: JobRow): Promise<boolean> {
    const onNode = job.phase === 'on_node' || job.phase === 'handing_over';
    const { stale_read_ms } = this.config.current().jobs;
    if (!onNode || this.watcher.age(job.prompt_id) <= stale_read_ms) return false;
    await Promise.race([this.watcher.lookUp(job, LOOK_UP_LIMIT), this.clock.sleep(LOOK_UP_LIMIT)]);
    return true;
  }

  private async untilEnd(job: JobRow, seconds: number): Promise<JobRow> {
    const timeUp = new Subject<void>();
    const over = new AbortController();
    const ended = firstValueFrom(
      this.ledger.changes.pipe(
        filter((change) => change.job.prompt_id === job.prompt_id && isFinal(change.job.status)),
        take(1),
        takeUntil(timeUp),
      ),
      { defaultValue: null },
    );
    // It may have ended between the read and the subscription.
    const now = await this.ledger.row(job.prompt_id);
    if (!now || isFinal(now.status)) timeUp.next();
    else
      void this.clock.sleep(seconds * 1000, over.signal).then(
        () => {
          timeUp.next();
        },
        () => undefined,
      );
    await ended;
    over.abort();
    return (await this.ledger.row(job.prompt_id)) ?? job;
  }
}
