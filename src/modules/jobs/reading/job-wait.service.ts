import { Injectable } from '@nestjs/common';
import { filter, firstValueFrom, fromEvent, map, merge, takeUntil } from 'rxjs';
import type { Caller } from '../../../platform/access/caller';
import { CallerWatch } from '../../../platform/access/caller-watch';
import { Clock } from '../../../platform/clock/clock';
import { Shutdown } from '../../../platform/http/shutdown';
import { StreamSlots } from '../../../platform/http/stream-slots';
import type { JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';
import { isFinal } from '../tracking/job-state';
import { JobStateService } from '../tracking/job-state.service';
import { NodeReachabilityService } from '../tracking/node-reachability.service';

/** A request that holds its answer until jobs end (`?wait=`). */
export interface JobWait {
  readonly seconds: number;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** For several jobs: whether the first end is enough. */
  readonly until?: 'any' | 'all';
  /** Called instead of waiting when the caller has as many waiting requests as it may. */
  readonly onNoSlot: () => void;
}

/** Holds requests until there is something to tell about their jobs. */
@Injectable()
export class JobWaitService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly state: JobStateService,
    private readonly reachability: NodeReachabilityService,
    private readonly slots: StreamSlots,
    private readonly callers: CallerWatch,
    private readonly shutdown: Shutdown,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves once one or all of the jobs have ended, the node of one goes away or is back, the time is up, the client
   * disconnects or the service stops; at once without a free slot. Throws the refusal for a caller whose rights have
   * ended meanwhile.
   * @param unreachable the jobs whose node was away when the request began
   */
  async until(
    caller: Caller,
    jobs: readonly JobRow[],
    unreachable: ReadonlySet<string>,
    wait: JobWait,
  ): Promise<void> {
    const release = this.slots.acquireWait(caller);
    if (!release) {
      wait.onNoSlot();
      return;
    }
    const watch = this.callers.watch(caller);
    const answered = new AbortController();
    const signals = [wait.signal, this.shutdown.signal, watch.signal, answered.signal];
    const over = AbortSignal.any(signals);
    try {
      const timeout = this.clock.sleep(wait.seconds * 1000, over).catch(() => undefined);
      await Promise.race([this.news(jobs, unreachable, wait.until ?? 'all', over), timeout]);
      if (watch.end) throw watch.end.refusal;
    } finally {
      answered.abort();
      watch.release();
      release();
    }
  }

  /** Ids of the jobs whose node is away. */
  unreachable(jobs: readonly JobRow[]): ReadonlySet<string> {
    const away = jobs.filter((job) => this.reachability.isUnreachable(job));
    return new Set(away.map(({ prompt_id }) => prompt_id));
  }

  /** Resolves when there is something to answer, or the signal aborts. */
  private async news(
    jobs: readonly JobRow[],
    unreachable: ReadonlySet<string>,
    until: 'any' | 'all',
    signal: AbortSignal,
  ): Promise<void> {
    const latest = new Map(jobs.map((job) => [job.prompt_id, job]));
    const isOver = (): boolean => {
      const rows = [...latest.values()];
      const ended = rows.filter(({ status }) => isFinal(status)).length;
      if (ended === rows.length || (until === 'any' && ended > 0)) return true;
      return rows.some(
        (job) =>
          !isFinal(job.status) &&
          this.reachability.isUnreachable(job) !== unreachable.has(job.prompt_id),
      );
    };
    const changes = this.state.changes.pipe(
      filter(({ job }) => latest.has(job.prompt_id)),
      map(({ job }) => void latest.set(job.prompt_id, job)),
    );
    const news = firstValueFrom(
      merge(changes, this.reachability.flips).pipe(
        filter(isOver),
        takeUntil(fromEvent(signal, 'abort')),
      ),
      { defaultValue: undefined },
    );
    // A job may have changed between the read and the subscription.
    for (const { prompt_id } of jobs) {
      const job = await this.jobs.find(prompt_id);
      if (job && job.revision >= (latest.get(prompt_id)?.revision ?? 0)) latest.set(prompt_id, job);
    }
    if (!isOver()) await news;
  }
}
