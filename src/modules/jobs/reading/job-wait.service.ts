import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { filter, firstValueFrom, map, merge, Subject, take } from 'rxjs';
import type { Caller } from '../../../platform/access/caller';
import { CallerWatch } from '../../../platform/access/caller-watch';
import { Clock } from '../../../platform/clock/clock';
import { Shutdown } from '../../../platform/http/shutdown';
import { StreamSlots } from '../../../platform/http/stream-slots';
import { JobStateService } from '../tracking/job-state.service';
import type { JobRow } from '../records/job.entity';
import { isFinal } from '../tracking/job-state';

/** How long a read may hold its answer. */
export interface Patience {
  readonly seconds: number;
  /** Where the answer goes: when it closes, nobody waits any more. */
  readonly response: Pick<Response, 'once' | 'off'>;
}

/** Requests that hold their answer until a job ends (`?wait=`). */
@Injectable()
export class JobWaitService {
  constructor(
    private readonly state: JobStateService,
    private readonly slots: StreamSlots,
    private readonly clock: Clock,
    private readonly shutdown: Shutdown,
    private readonly callers: CallerWatch,
  ) {}

  /**
   * The row once the job has ended, the time is up, the client or the service is gone. Throws `TooManyStreams`, and
   * what refuses a caller whose rights have ended meanwhile.
   */
  async untilEnd(caller: Caller, job: JobRow, { seconds, response }: Patience): Promise<JobRow> {
    const release = this.slots.takeWait(caller);
    const watch = this.callers.watch(caller);
    const over = new AbortController();
    const abort = (): void => over.abort();
    response.once('close', abort);
    try {
      const signal = AbortSignal.any([over.signal, this.shutdown.signal, watch.signal]);
      const end = this.end(job.prompt_id, over.signal);
      const ended = await Promise.race([end, this.pause(seconds, signal)]);
      if (watch.end) throw watch.end.refusal;
      return ended ?? (await this.state.row(job.prompt_id)) ?? job;
    } finally {
      response.off('close', abort);
      abort();
      watch.release();
      release();
    }
  }

  private async pause(seconds: number, signal: AbortSignal): Promise<null> {
    await this.clock.sleep(seconds * 1000, signal).catch(() => undefined);
    return null;
  }

  /** The row with which the job ended; `null` when that was before, or when nobody waits any more. */
  private async end(promptId: string, signal: AbortSignal): Promise<JobRow | null> {
    const given = new Subject<null>();
    signal.addEventListener('abort', () => {
      given.next(null);
    });
    const ends = this.state.changes.pipe(
      map(({ job }) => job),
      filter((job) => job.prompt_id === promptId && isFinal(job.status)),
    );
    const ended = firstValueFrom(merge(ends, given).pipe(take(1)), { defaultValue: null });
    // It may have ended between the read and the subscription.
    const now = await this.state.row(promptId);
    if (!now || isFinal(now.status)) given.next(null);
    return ended;
  }
}
