import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/write-gate';
import { eventPayload } from '../../../platform/events/event-payloads';
import { Outbox, resyncFor } from '../../../platform/events/outbox';
import { TakeEventResponse, type TakeEvent } from '../dto/take.response';
import { ShotNotFound } from '../projects.errors';
import { StoryChangesService } from '../tree/story-changes.service';
import { StoryRepository } from '../records/story.repository';
import type { TakeRow } from '../records/take.entity';
import { type ReportedTake, TakesRepository } from '../records/takes.repository';

eventPayload('take', TakeEventResponse);

/** The most takes of a transaction that get an event each; for more, a single `resync` is stored. */
const MAX_EVENTS = 200;

/** Columns of takes that get a new status. */
type NewStatus = Partial<TakeRow> & Pick<TakeRow, 'status'>;

/** Stores new takes and new statuses of takes, with an event of each. Call it in transactions that have locked the project. */
@Injectable()
export class TakeChangesService {
  constructor(
    private readonly story: StoryRepository,
    private readonly takes: TakesRepository,
    private readonly projects: StoryChangesService,
    private readonly outbox: Outbox,
  ) {}

  /** Stores a take, and locks its project itself. @throws ShotNotFound if its shot was deleted meanwhile */
  async insert(tx: Transaction, take: TakeRow): Promise<void> {
    await this.projects.changeOwn(take.project_id, async () => {
      const shot = await this.story.shotById(take.shot_id, tx);
      if (!shot) throw new ShotNotFound(take.project_id);
      await this.insertAll(tx, [take]);
      return true;
    });
  }

  /** Stores takes of one project. */
  async insertAll(tx: Transaction, takes: readonly TakeRow[]): Promise<void> {
    await this.takes.insert(tx, takes);
    await this.report(tx, takes);
  }

  /** Changes a take that still has this status. @returns whether it had */
  async change(tx: Transaction, take: TakeRow, columns: NewStatus): Promise<boolean> {
    if (!(await this.takes.change(tx, take, columns))) return false;
    await this.report(tx, [take], columns);
    return true;
  }

  /** Changes a take with its project locked, and stores the project's event. Joins the current transaction, if there is one. */
  changeOwn(take: TakeRow, columns: NewStatus): Promise<boolean> {
    return this.projects.changeOwn(take.project_id, (tx) => this.change(tx, take, columns));
  }

  /**
   * Changes the takes of a generation that have no job.
   * @param only limits the change to these takes, each as long as it still has the given status
   * @returns whether there were any
   */
  async changeWithoutJob(
    tx: Transaction,
    generationId: string,
    columns: NewStatus,
    only?: readonly Pick<TakeRow, 'id' | 'status'>[],
  ): Promise<boolean> {
    const statuses = only && new Map(only.map(({ id, status }) => [id, status]));
    const all = await this.takes.withoutJob(tx, generationId);
    const takes = all.filter(({ id, status }) => !statuses || statuses.get(id) === status);
    const ids = takes.map(({ id }) => id);
    await this.takes.updateAll(tx, ids, columns);
    await this.report(tx, takes, columns);
    return takes.length > 0;
  }

  /** Reports the unfinished takes of shots that are about to be deleted as cancelled. @returns them */
  async endOfShots(tx: Transaction, shotIds: readonly string[]): Promise<ReportedTake[]> {
    const takes = await this.takes.unfinished(tx, shotIds);
    await this.report(tx, takes, { status: 'cancelled' });
    return takes;
  }

  /** @param takes of one project, which have the columns of `changed` by now */
  private async report(
    tx: Transaction,
    takes: readonly ReportedTake[],
    changed: Partial<TakeRow> = {},
  ): Promise<void> {
    const [first] = takes;
    const project = first && (await this.story.projectById(first.project_id, tx));
    if (!project) return;
    const { owner_id: ownerId } = project;
    if (takes.length > MAX_EVENTS) {
      await this.outbox.add(resyncFor(ownerId));
      return;
    }
    const audience = { to: 'owner', ownerId } as const;
    for (const take of takes) {
      const event = toEvent({ ...take, ...changed });
      await this.outbox.add({ kind: 'take', audience, data: () => event });
    }
  }
}

/** Names each outgoing field, so that a new column can't leak. */
const toEvent = (take: ReportedTake): TakeEvent => ({
  id: take.id,
  project_id: take.project_id,
  shot_id: take.shot_id,
  kind: take.kind,
  status: take.status,
  path: take.path,
  prompt_id: take.prompt_id,
  error: take.error,
});
