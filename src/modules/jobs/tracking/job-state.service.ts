import { Injectable } from '@nestjs/common';
import { Subject, type Observable } from 'rxjs';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { FinalJobs } from '../records/final-jobs';
import { columnsOf } from './job-columns';
import type { JobOutputRow, JobRow } from '../records/job.entity';
import type { JobPatch, JobPhase } from './job-state';
import { JobsRepository, type WithChange } from '../records/jobs.repository';
import { KeyedMutex } from '../../../platform/keyed-mutex';
import type { TrackingEvent } from './tracking-event';
import { transition } from './transition';

/** A job's row after a change. */
export interface JobChange {
  readonly job: JobRow;
  readonly previous: Pick<JobRow, 'status' | 'phase'>;
  /** What the job made, written with the change that ended it. */
  readonly outputs: readonly JobOutputRow[];
}

/**
 * The only way in which a job's row changes once it exists: a fact goes through the pure tracker, the outcome is
 * written onto the revision that it was decided on, or decided anew when somebody was faster. Facts of one job follow
 * one another, as they came.
 */
@Injectable()
export class JobStateService {
  private readonly turns = new KeyedMutex();
  private readonly subject = new Subject<JobChange>();
  /** Every change, after its commit. */
  readonly changes: Observable<JobChange> = this.subject.asObservable();

  constructor(
    private readonly jobs: JobsRepository,
    private readonly finals: FinalJobs,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /**
   * Applies a fact. What goes with it is written in the same transaction, only if the fact changes anything.
   * @returns the row as it now is, or `null` when the fact changed nothing (or the job is unknown).
   */
  apply(promptId: string, fact: TrackingEvent, more: WithChange = {}): Promise<JobRow | null> {
    return this.turns.run(promptId, () => this.applyNow(promptId, fact, more));
  }

  /** How a new job is written whose turn is now: handed over from its first moment on. */
  claimed(waiting: JobRow): JobRow | null {
    const patch = this.decide(waiting, { kind: 'hand_over' });
    return patch && { ...waiting, ...columnsOf(patch) };
  }

  async row(promptId: string): Promise<JobRow | null> {
    return this.jobs.find(promptId);
  }

  async phase(promptId: string): Promise<JobPhase | null> {
    return (await this.jobs.find(promptId))?.phase ?? null;
  }

  /** Tells of a job that has just been written for the first time. */
  announceNew(job: JobRow): void {
    this.subject.next({ job, previous: { status: 'queued', phase: 'waiting' }, outputs: [] });
  }

  private async applyNow(
    promptId: string,
    fact: TrackingEvent,
    more: WithChange,
  ): Promise<JobRow | null> {
    const { outputs = [] } = more;
    for (;;) {
      const previous = await this.jobs.find(promptId);
      const patch = previous && this.decide(previous, fact);
      if (!patch) return null;
      const job = await this.jobs.change(previous, patch, more);
      if (!job) continue;
      this.finals.keep(job, outputs);
      this.subject.next({ job, previous, outputs });
      return job;
    }
  }

  private decide(job: JobRow, fact: TrackingEvent): JobPatch | null {
    const { lost_grace_ms, poll_interval_ms, max_attempts } = this.config.current().jobs;
    return transition(
      {
        phase: job.phase,
        status: job.status,
        attempts: job.attempts,
        losses: job.losses,
        uncertain: job.uncertain,
        handedOverAt: job.handed_over_at,
        absentSince: job.absent_since,
        acceptedAt: job.accepted_at,
        startedAt: job.started_at,
      },
      fact,
      {
        now: this.clock.now(),
        graceMs: lost_grace_ms,
        confirmMs: Math.min(poll_interval_ms, lost_grace_ms) / 2,
        maxAttempts: max_attempts,
      },
    );
  }
}
