import { Injectable } from '@nestjs/common';
import { OwnerNames } from '../../../platform/access/owner-names';
import { EventFeed } from '../../../platform/events/event-feed';
import { eventPayload } from '../../../platform/events/event-payloads';
import { RunSummaryResponse } from '../dto/run.response';
import { toRunSummary } from './run-record';
import { type TrainingRun, UNFINISHED } from './training-run.entity';

eventPayload('run', RunSummaryResponse);

/** Publishes `run` events: when the status or the phase of a run changes, and for each percent of its steps. */
@Injectable()
export class RunEventsService {
  /** What the last event of each unfinished run showed. */
  private readonly shown = new Map<string, string>();

  constructor(
    private readonly feed: EventFeed,
    private readonly owners: OwnerNames,
  ) {}

  /** Publishes the run if it has changed enough since its last event. */
  publish(run: TrainingRun): void {
    const { job_name, owner_id: ownerId, status, phase, step, steps } = run;
    const state = [status, phase, steps, Math.floor((100 * step) / steps)].join(' ');
    if (this.shown.get(job_name) === state) return;
    if (UNFINISHED.includes(status)) this.shown.set(job_name, state);
    else this.shown.delete(job_name);
    const situation = { idleMs: 0, ownerName: this.owners.nameOf(ownerId) };
    // Not made later, because the feed would keep the whole rows, with their configs and loss curves.
    const forAdmins = toRunSummary({ isAdmin: true }, run, situation);
    const forOwner = toRunSummary({ isAdmin: false }, run, situation);
    this.feed.publish({
      kind: 'run',
      audience: { to: 'owner', ownerId },
      data: ({ isAdmin }) => (isAdmin ? forAdmins : forOwner),
    });
  }
}
