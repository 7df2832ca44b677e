import { Injectable } from '@nestjs/common';
import { filter, firstValueFrom, fromEvent, map, merge, takeUntil } from 'rxjs';
import { type Caller, UNRESTRICTED } from '../../../platform/access/caller';
import { HeldAnswers, type Hold } from '../../../platform/http/held-answers';
import type { JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';
import { isFinal } from '../tracking/job-state';
import { JobStateService } from '../tracking/job-state.service';
import { NodeReachabilityService } from '../tracking/node-reachability.service';

/** A request that holds its answer until jobs end (`?wait=`). */
export interface JobWait extends Hold {
  /** For several jobs: whether the first end is enough. */
  readonly until?: 'any' | 'all';
}

/** Holds requests until there is something to tell about their jobs. */
@Injectable()
export class JobWaitService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly state: JobStateService,
    private readonly reachability: NodeReachabilityService,
    private readonly held: HeldAnswers,
  ) {}

  /**
   * Resolves once one or all of the jobs have ended or the node of one goes away or is back; see `HeldAnswers`.
   * @param unreachable the jobs whose node was away when the request began
   */
  async until(
    caller: Caller,
    jobs: readonly JobRow[],
    unreachable: ReadonlySet<string>,
    wait: JobWait,
  ): Promise<void> {
    await this.held.until(caller, wait, (signal) =>
      this.news(jobs, unreachable, wait.until ?? 'all', signal),
    );
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
    for (const [id, job] of await this.jobs.findAll(UNRESTRICTED, [...latest.keys()]))
      if (job.revision >= (latest.get(id)?.revision ?? 0)) latest.set(id, job);
    if (!isOver()) await news;
  }
}
