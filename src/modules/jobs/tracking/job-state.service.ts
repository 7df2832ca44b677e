import { Injectable, Logger } from '@nestjs/common';
import { Subject, type Observable } from 'rxjs';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { isUnwritableRow } from '../../../platform/database/unwritable-row';
import { KeyedPasses } from '../../../platform/keyed-passes';
import type { JobOutputRow, JobRow } from '../records/job.entity';
import { JobCache } from '../records/job-cache';
import { JobOutputsRepository } from '../records/job-outputs.repository';
import { JobsRepository, type WithChange } from '../records/jobs.repository';
import { JobEventsService } from '../feed/job-events.service';
import { ProjectJobHooks } from '../public/job-hooks';
import type { Transaction } from '../../../platform/database/write-gate';
import { isFinal } from './job-state';
import type { JobPatch, TrackingEvent } from './tracking-event';
import { withTimeline } from './timeline';
import { transition } from './transition';

const NOT_STORABLE: TrackingEvent = {
  kind: 'give_up',
  error: {
    code: 'not_storable',
    message: "The database refused to store what the node answered. The service's log says why.",
  },
};

/** How long the progress of a job on its node may wait for more of it, to be written with it. */
const PROGRESS_DELAY_MS = 25;

/** An event that waits for its turn. */
interface QueuedEvent {
  readonly event: TrackingEvent;
  readonly also: WithChange | undefined;
  readonly done: (job: JobRow | null) => void;
  readonly failed: (error: unknown) => void;
}

/** What one event changes. */
interface Step {
  readonly before: JobRow;
  readonly after: JobRow;
  readonly patch: JobPatch;
}

/** A job's row after a change. */
export interface JobChange {
  readonly job: JobRow;
  readonly previous: Pick<JobRow, 'status' | 'phase'>;
  /** The job's outputs, if this change ended it. */
  readonly outputs: readonly JobOutputRow[];
}

/**
 * The only way to change a job's row once it exists. Each event goes through the pure `transition`; the result is
 * written onto the revision that it was decided on, or decided again if the row has changed meanwhile. Events of one job
 * are applied one after another; progress on its node that comes together is written together.
 */
@Injectable()
export class JobStateService {
  private readonly log = new Logger(JobStateService.name);
  private readonly passes = new KeyedPasses((promptId) => this.applyQueued(promptId));
  private readonly queued = new Map<string, QueuedEvent[]>();
  private readonly subject = new Subject<JobChange>();
  /** Every change, after its commit. */
  readonly changes: Observable<JobChange> = this.subject.asObservable();

  constructor(
    private readonly jobs: JobsRepository,
    private readonly outputs: JobOutputsRepository,
    private readonly cache: JobCache,
    private readonly config: ConfigService,
    private readonly clock: Clock,
    private readonly projectHooks: ProjectJobHooks,
    private readonly events: JobEventsService,
  ) {}

  /**
   * Applies an event. `also` writes in the same transaction, only if the event changes the row. A row that the database
   * refuses ends the job.
   * @returns the new row; `null` when the event changed nothing or the job is unknown
   */
  apply(promptId: string, event: TrackingEvent, also?: WithChange): Promise<JobRow | null> {
    return new Promise((done, failed) => {
      const others = this.queued.get(promptId) ?? [];
      this.queued.set(promptId, [...others, { event, also, done, failed }]);
      const pass = (): void => void this.passes.run(promptId);
      if (!canWait(event)) pass();
      // If other events are queued, a pass or a timer is pending already.
      else if (others.length === 0) this.clock.after(PROGRESS_DELAY_MS, pass);
    });
  }

  /** The row of a new job that is submitted at once; `null` when it has to wait. */
  claimed(waiting: JobRow): JobRow | null {
    const patch = this.decide(waiting, { kind: 'hand_over' });
    return patch && { ...waiting, ...patch };
  }

  /** Publishes a job that has just been inserted. */
  announceNew(job: JobRow): void {
    this.subject.next({ job, previous: { status: 'queued', phase: 'waiting' }, outputs: [] });
  }

  /** Fails a job that did not end within `jobs.run_timeout` of its last submission. @returns whether it did so */
  async failIfOverdue(job: JobRow): Promise<boolean> {
    const since = job.handed_over_at;
    const limitMs = this.config.current().jobs.run_timeout * 1000;
    const isOverdue = since !== null && this.clock.elapsedSince(since) > limitMs;
    if (!isOverdue || job.phase === 'withdrawing') return false;
    const message = 'The job did not end within the time that jobs.run_timeout allows.';
    const error = { code: 'timeout', message } as const;
    return (await this.apply(job.prompt_id, { kind: 'give_up', error })) !== null;
  }

  private async applyQueued(promptId: string): Promise<void> {
    const queued = this.queued.get(promptId) ?? [];
    this.queued.delete(promptId);
    for (let rest = queued; rest.length > 0;) {
      const others = rest.findIndex(({ event }) => !isProgress(event));
      const together = rest.slice(0, Math.max(1, others === -1 ? rest.length : others));
      rest = rest.slice(together.length);
      await this.applyTogether(promptId, together);
    }
  }

  private async applyTogether(promptId: string, queued: readonly QueuedEvent[]): Promise<void> {
    const also = queued[0]?.also;
    const events = queued.map(({ event }) => event);
    try {
      const job = await this.applyNow(promptId, events, also).catch((error: unknown) => {
        if (!isUnwritableRow(error)) throw error;
        this.log.error({ err: error, prompt_id: promptId }, 'a row of a job was refused');
        const isPlain = events.every(({ kind }) => kind === 'cancel' || kind === 'give_up');
        return this.applyNow(promptId, isPlain ? events : [NOT_STORABLE], also);
      });
      for (const { done } of queued) done(job);
    } catch (error) {
      for (const { failed } of queued) failed(error);
    }
  }

  private async applyNow(
    promptId: string,
    events: readonly TrackingEvent[],
    also: WithChange | undefined,
  ): Promise<JobRow | null> {
    for (;;) {
      const previous = await this.jobs.find(promptId);
      const steps = previous ? this.steps(previous, events) : [];
      if (!previous || steps.length === 0) return null;
      const patch = steps.reduce<JobPatch>((all, step) => ({ ...all, ...step.patch }), {});
      let outputs: readonly JobOutputRow[] = [];
      const job = await this.jobs.change(previous, patch, async (tx, changed) => {
        // Read here, where the job's row is locked: none can be added any more.
        if (previous.phase === 'collecting' && changed.phase !== 'collecting')
          outputs = await this.outputs.of(promptId, tx);
        await also?.(tx, changed);
        for (const { before, after } of steps) {
          const own = isFinal(after.status) ? outputs : [];
          await this.tellProject(tx, before, after, own);
          await this.events.changed(before, after, own);
        }
      });
      if (!job) continue;
      this.cache.setEnded(job, outputs);
      this.subject.next({ job, previous, outputs });
      return job;
    }
  }

  /** The events that change something, one after another. */
  private steps(job: JobRow, events: readonly TrackingEvent[]): readonly Step[] {
    const steps: Step[] = [];
    let before = job;
    for (const event of events) {
      const patch = this.decide(before, event);
      if (!patch) continue;
      const after = { ...before, ...patch };
      steps.push({ before, after, patch });
      before = after;
    }
    return steps;
  }

  private async tellProject(
    tx: Transaction,
    before: JobRow,
    { prompt_id: promptId, project, owner_id: ownerId, status, error }: JobRow,
    outputs: readonly JobOutputRow[],
  ): Promise<void> {
    if (project === null || status === before.status) return;
    await this.projectHooks.run(tx, { promptId, project, ownerId, status, error, outputs });
  }

  private decide(job: JobRow, event: TrackingEvent): JobPatch | null {
    const { lost_grace_ms, poll_interval_ms, max_attempts } = this.config.current().jobs;
    const now = this.clock.now();
    const patch = transition(this.adjusted(job), event, {
      now,
      graceMs: lost_grace_ms,
      confirmMs: Math.min(poll_interval_ms, lost_grace_ms) / 2,
      maxAttempts: max_attempts,
    });
    return patch && withTimeline(job, patch, now);
  }

  /** Adjusts the times that lookups are compared with, in case the system's clock has been set since. */
  private adjusted(job: JobRow): JobRow {
    const adjust = (time: number | null) => time && this.clock.adjusted(time);
    const { handed_over_at, absent_since } = job;
    return { ...job, handed_over_at: adjust(handed_over_at), absent_since: adjust(absent_since) };
  }
}

/** Whether a node reported it about a job that it has: such events may be written together. */
const isProgress = ({ kind }: TrackingEvent): boolean =>
  kind === 'submit' || kind === 'started' || kind === 'look_up';

/** Whether more events usually follow within milliseconds, and no caller waits for this one. */
const canWait = (event: TrackingEvent): boolean =>
  event.kind === 'started' || (event.kind === 'submit' && event.outcome.kind === 'accepted');
