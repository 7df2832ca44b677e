import { Injectable } from '@nestjs/common';
import { OwnerNames } from '../../../platform/access/owner-names';
import { WriteGate } from '../../../platform/database/write-gate';
import { EventFeed } from '../../../platform/events/event-feed';
import { eventPayload } from '../../../platform/events/event-payloads';
import { type EventReader, Outbox } from '../../../platform/events/outbox';
import { RunSummaryResponse } from '../dto/run.response';
import { toRunSummary } from './run-record';
import { type TrainingRun, UNFINISHED } from './training-run.entity';
import { TrainingRunsRepository } from './training-runs.repository';

eventPayload('run', RunSummaryResponse);

/** What the last event of a run showed. */
interface Shown {
  readonly state: string;
  readonly percent: number;
}

/** Stores an event for each new status or phase of a run, and publishes each further percent of its steps to open streams only. */
@Injectable()
export class RunEventsService {
  /** By job name, of unfinished runs. */
  private readonly shown = new Map<string, Shown>();

  constructor(
    private readonly gate: WriteGate,
    private readonly rows: TrainingRunsRepository,
    private readonly outbox: Outbox,
    private readonly feed: EventFeed,
    private readonly owners: OwnerNames,
  ) {}

  /** Changes these columns only if the status is still the one that was read. Stores an event with a new status or phase. */
  async advance(run: TrainingRun, columns: Partial<TrainingRun>): Promise<void> {
    await this.gate.run(async (tx) => {
      await this.rows.advance(run, columns);
      const changed = await this.rows.find(run.job_name, tx);
      if (changed) await this.store(changed);
    });
  }

  /** Makes sure that readers know the run's status, phase and percent of steps. */
  async publish(run: TrainingRun): Promise<void> {
    const before = this.shown.get(run.job_name);
    const now = shownOf(run);
    if (before?.state !== now.state) await this.store(run);
    else if (before.percent !== now.percent) {
      this.shown.set(run.job_name, now);
      this.feed.publish(this.eventOf(run));
    }
  }

  private async store(run: TrainingRun): Promise<void> {
    const { job_name, status, toolkit_id, toolkit_error } = run;
    const now = shownOf(run);
    // A run that fails at its first attempt is not kept: it has neither a job on the toolkit nor an earlier error.
    const isKept = status !== 'failed' || toolkit_id !== null || toolkit_error !== null;
    if (!isKept || this.shown.get(job_name)?.state === now.state) return;
    await this.gate.run(async () => {
      await this.outbox.add(this.eventOf(run));
      this.gate.afterCommit(() => {
        if (UNFINISHED.includes(status)) this.shown.set(job_name, now);
        else this.shown.delete(job_name);
      });
    });
  }

  private eventOf(run: TrainingRun) {
    const situation = { idleMs: 0, ownerName: this.owners.nameOf(run.owner_id) };
    const audience = { to: 'owner', ownerId: run.owner_id } as const;
    const data = (reader: EventReader) => toRunSummary(reader, run, situation);
    return { kind: 'run', audience, data } as const;
  }
}

const shownOf = ({ status, phase, step, steps }: TrainingRun): Shown => ({
  state: [status, phase, steps].join(' '),
  percent: Math.floor((100 * step) / steps),
});
