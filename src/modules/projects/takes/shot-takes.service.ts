import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock, Ids } from '../../../platform/clock/clock';
import { JobQueue } from '../../jobs/public/job-queue';
import { RequestHistory, usedIn } from '../../generation/public/request-history';
import type { TakePlan, TakeRecord } from '../dto/take.response';
import type { ShotPath } from '../tree/project-access.service';
import { storyId } from '../tree/story-ids';
import { newTake } from './new-take';
import { TakeChangesService } from './take-changes.service';
import { newTakeRecord } from './take-records.service';
import { type RequestedTake, TakePlannerService } from './take-planner.service';
import { TakesService } from './takes.service';

/** Makes single takes of pictures and clips. */
@Injectable()
export class ShotTakesService {
  constructor(
    private readonly takes: TakesService,
    private readonly changes: TakeChangesService,
    private readonly planner: TakePlannerService,
    private readonly queue: JobQueue,
    private readonly history: RequestHistory,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** What {@link make} would make. Stores nothing. Throws the same except ConcurrencyCap. */
  async plan(caller: Caller, path: ShotPath, requested: RequestedTake): Promise<TakePlan> {
    const shot = await this.takes.ownShot(caller, path);
    const take = this.planner.resolve(caller, requested, shot);
    const { plan, references } = await this.planner.check(caller, take, () => false);
    return {
      kind: requested.kind,
      request: take.body,
      provider: plan?.job.provider ?? null,
      references,
    };
  }

  /**
   * Queues a take. Throws what `TakesService.ownShot` and `TakePlannerService.resolve` and `plan` throw, and ConcurrencyCap.
   * @param signal aborted when the client disconnects; its reason is thrown while a last frame is made
   */
  async make(
    caller: Caller,
    path: ShotPath,
    requested: RequestedTake,
    signal: AbortSignal,
  ): Promise<TakeRecord> {
    const shot = await this.takes.ownShot(caller, path);
    const resolved = this.planner.resolve(caller, requested, shot);
    const { plan, ...planned } = await this.planner.plan(caller, resolved, signal);
    const take = newTake(shot.shot, requested.kind, {
      id: storyId(this.ids, 'tak'),
      status: 'queued',
      fields: resolved.fields,
      ...planned,
      prompt_id: plan.job.promptId,
      created_at: this.clock.timestamp(),
    });
    await this.queue.enqueue(caller, plan.job, async (tx) => {
      await this.changes.insert(tx, take);
      await this.history.record(tx, caller, usedIn(plan));
    });
    // After an error the caller would send the request again, which makes a second take.
    return this.takes
      .get(caller, { ...path, take_id: take.id })
      .catch(() => newTakeRecord(take, shot));
  }
}
