import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AppError } from '../../../platform/errors/app-error';
import { FfmpegMissing } from '../../../platform/imaging/imaging.errors';
import { isTemporary, isUnexpected, refusalOf } from '../../generation/public/refusals';
import { RequestHistory, usedIn } from '../../generation/public/request-history';
import { JobQueue } from '../../jobs/public/job-queue';
import { StoryRepository } from '../records/story.repository';
import type { TakeRow } from '../records/take.entity';
import type { ShotToTake } from '../takes/compose-take';
import { ShotsToTakeService } from '../takes/shots-to-take.service';
import { TakeChangesService } from '../takes/take-changes.service';
import {
  failedTake,
  SHOT_DELETED,
  type TakeEnd,
  TakeEndsService,
} from '../takes/take-ends.service';
import { TakePlannerService } from '../takes/take-planner.service';
import { TakesRepository } from '../records/takes.repository';

/** The take is no longer waiting; thrown to roll back the insert of its job. */
class TakeNotWaiting extends Error {}

/** After this many unexpected failures, such as those of the database, a take fails. */
const MAX_FAILURES = 3;

/** Turns the waiting pictures and clips of generations into jobs; speech is made without a job. */
@Injectable()
export class GenerationTakesService {
  private readonly log = new Logger(GenerationTakesService.name);
  /** Unexpected failures by take. */
  private readonly failures = new Map<string, number>();

  constructor(
    private readonly story: StoryRepository,
    private readonly shots: ShotsToTakeService,
    private readonly takes: TakesRepository,
    private readonly changes: TakeChangesService,
    private readonly ends: TakeEndsService,
    private readonly planner: TakePlannerService,
    private readonly queue: JobQueue,
    private readonly history: RequestHistory,
  ) {}

  /**
   * Plans a take with the caller's current rights and the current state of its shot, and either queues its job or records
   * why it failed. The job is stored only if the take is still waiting.
   * @returns whether the take has stopped waiting; false when it has to be tried again, for example at the caller's cap
   */
  async submit(caller: Caller, id: string, signal: AbortSignal): Promise<boolean> {
    const take = await this.takes.byId(id);
    if (take?.status !== 'waiting') return true;
    try {
      await this.queueOrEnd(caller, take, signal);
    } catch (error) {
      if (error instanceof TakeNotWaiting) return true;
      if (signal.aborted || isRetryable(error) || this.triesAgain(id, error)) return false;
      await this.end(take, failedTake(refusalOf(error)));
    }
    this.failures.delete(id);
    return true;
  }

  /** Queues the take's job, unless its shot is gone or locked by now. */
  private async queueOrEnd(caller: Caller, take: TakeRow, signal: AbortSignal): Promise<void> {
    const shot = await this.shotOf(take);
    if (shot === null) await this.end(take, failedTake(SHOT_DELETED));
    else if (shot.shot.locked) await this.end(take, { status: 'skipped', error: LOCKED });
    else await this.queueJob(caller, take, shot, signal);
  }

  private async end(take: TakeRow, end: TakeEnd): Promise<void> {
    await this.ends.endOwn(take, end);
  }

  private async shotOf({ shot_id }: TakeRow): Promise<ShotToTake | null> {
    const place = await this.story.shotInScene(shot_id);
    return place && this.shots.one(place);
  }

  private async queueJob(
    caller: Caller,
    take: TakeRow,
    shot: ShotToTake,
    signal: AbortSignal,
  ): Promise<void> {
    const { kind, fields, generation_id, position } = take;
    if (kind === 'speech') throw new Error('speech has no job');
    const resolved = this.planner.resolve(caller, { kind, fields }, shot);
    const { plan, ...planned } = await this.planner.plan(caller, resolved, signal);
    const batch = { id: generation_id ?? '', index: position ?? 0 };
    await this.queue.add(caller, { ...plan.job, batch }, async (tx, promptId) => {
      const queued = { ...planned, status: 'queued' as const, prompt_id: promptId };
      if (!(await this.changes.changeOwn(take, queued))) throw new TakeNotWaiting();
      await this.history.record(tx, caller, usedIn(plan));
    });
  }

  /** Counts an unexpected failure. @returns whether the take may be tried again */
  private triesAgain(id: string, error: unknown): boolean {
    if (!isUnexpected(error)) return false;
    const count = (this.failures.get(id) ?? 0) + 1;
    this.failures.set(id, count);
    this.log.error({ err: error, take: id, count }, 'a take of a generation failed unexpectedly');
    return count < MAX_FAILURES;
  }
}

/** Whether the same attempt may succeed later. A missing ffmpeg is excluded: it stays missing until somebody installs it. */
const isRetryable = (error: unknown): boolean =>
  error instanceof AppError && isTemporary(error) && !(error instanceof FfmpegMissing);

const LOCKED = { code: 'shot_locked', message: 'The shot was locked before its turn came.' };
