import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { listedOwner } from '../../../platform/access/scope';
import { Clock } from '../../../platform/clock/clock';
import { readPage } from '../../../platform/http/paging';
import type { RunsQuery } from '../dto/run.request';
import type { RunPage, RunRecord } from '../dto/run.response';
import { TrainingPolling } from '../public/training-polling';
import { TrainingRunFinished, TrainingRunNotFound } from '../training.errors';
import { type RunSituation, toRunRecord, toRunSummary } from './run-record';
import { type TrainingRun, UNFINISHED } from './training-run.entity';
import { TrainingRunsRepository } from './training-runs.repository';

/** How many runs' folders one request reads. */
const MAX_OWN_RUNS = 100;

/** What callers read of their training runs, and how they stop them. */
@Injectable()
export class TrainingRunsService {
  constructor(
    private readonly rows: TrainingRunsRepository,
    private readonly polling: TrainingPolling,
    private readonly owners: OwnerNames,
    private readonly clock: Clock,
  ) {}

  /** The caller's own, newest first; admins may pass `owner`. */
  async page(caller: Caller, query: RunsQuery): Promise<RunPage> {
    const filter = { ownerId: listedOwner(caller, query.owner, this.owners), status: query.status };
    const page = await this.rows.page(filter, readPage(query));
    const items = page.items.map((run) => toRunSummary(caller, run, this.situationOf(run)));
    return { ...page, items };
  }

  /** @throws TrainingRunNotFound */
  async get(caller: Caller, jobName: string): Promise<RunRecord> {
    const run = await this.find(caller, jobName);
    return toRunRecord(caller, run, this.situationOf(run));
  }

  /**
   * Stops the run on the toolkit: now, or as soon as the toolkit answers.
   * @throws TrainingRunNotFound, TrainingRunFinished
   */
  async stop(caller: Caller, jobName: string): Promise<RunRecord> {
    const { status } = await this.find(caller, jobName);
    if (!UNFINISHED.includes(status)) throw new TrainingRunFinished(jobName, status);
    await this.rows.markStopping(jobName);
    await this.polling.lookUp(jobName);
    return this.get(caller, jobName);
  }

  /** Resolves when the look-ups of the run that have begun by now have ended. */
  async afterLookUps(jobName: string): Promise<void> {
    await this.polling.lookUp(jobName);
  }

  /** The caller's own, newest first, at most {@link MAX_OWN_RUNS}. */
  own({ ownerId }: Caller): Promise<readonly TrainingRun[]> {
    return this.rows.newest(ownerId, MAX_OWN_RUNS);
  }

  /** The row. @throws TrainingRunNotFound */
  async find(caller: Caller, jobName: string): Promise<TrainingRun> {
    const run = await this.rows.findFor(caller, jobName);
    if (!run) throw new TrainingRunNotFound();
    return run;
  }

  private situationOf({ moved_at, owner_id }: TrainingRun): RunSituation {
    const idleMs = this.clock.elapsedSince(Date.parse(moved_at));
    return { idleMs, ownerName: this.owners.nameOf(owner_id) };
  }
}
