import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AppError } from '../../../platform/errors/app-error';
import { ValidationFailed, type ValidationError } from '../../../platform/errors/validation-failed';
import { Slots, SlotsBusy } from '../../../platform/slots';
import { GenerationPlanner, type Plan } from '../../generation/public/generation-planner';
import { GenerationRequests } from '../../generation/public/generation-requests';
import { usedIn, type UsedInRequests } from '../../generation/public/request-history';
import { OwnerStorage } from '../../media/public/owner-storage';
import { RunTimes } from '../../workflows/public/run-times';
import { BatchPlanningBusy } from '../batches.errors';
import { type BatchRun, combinations, runAt, type RunsOfBatch } from '../batch-runs';
import type { BatchDto } from '../dto/batch.request';
import { shapeErrors } from './batch-shape';
import type { RunRefusal, RunRefusals } from './run-refusals';

/** Batches whose runs are planned at once; one per owner, so that no owner holds up everybody else. */
const MAX_PLANNING = 2;
const MAX_WAITING_PER_OWNER = 8;
const MAX_WAITING = 32;

/** The runs of a batch with what they make. */
export interface PlannedBatch extends RunsOfBatch {
  readonly kind: 'image' | 'video';
}

/** The planner's result for the runs of a batch. */
export interface Admission {
  readonly total: number;
  /** Until the busiest of the chosen nodes is done; `null` where a run time is unknown, or not every run was planned. */
  readonly expectedSeconds: number | null;
  /** The drawn seed as the first run without a seed of its own got it; `null` when none needed it. */
  readonly seed: number | null;
  readonly used: UsedInRequests;
}

/** Plans runs of batches: all of them at admission, each again when its turn comes. */
@Injectable()
export class BatchAdmissionService {
  private readonly slots = new Slots(MAX_PLANNING, {
    perOwner: 1,
    maxWaitingPerOwner: MAX_WAITING_PER_OWNER,
    maxWaiting: MAX_WAITING,
  });

  constructor(
    private readonly requests: GenerationRequests,
    private readonly planner: GenerationPlanner,
    private readonly runTimes: RunTimes,
    private readonly storage: OwnerStorage,
  ) {}

  /** Refuses a batch whose runs could only wait for free storage. Throws `QuotaReached`. */
  async assertStorage({ ownerId }: Caller): Promise<void> {
    await this.storage.assertFree(ownerId);
  }

  /** What is wrong with a batch before any of its runs is looked at. */
  shapeErrors(body: BatchDto): readonly ValidationError[] {
    return shapeErrors(body, (kind) => this.requests.fields(kind));
  }

  /**
   * Plans the runs in order until `refusals` is full; stores nothing.
   * @throws BatchPlanningBusy at once when too many batches wait
   */
  async planAll(caller: Caller, batch: PlannedBatch, refusals: RunRefusals): Promise<Admission> {
    try {
      const { ownerId } = caller;
      return await this.slots.run(() => this.planRuns(caller, batch, refusals), ownerId ?? '');
    } catch (error) {
      if (error instanceof SlotsBusy) throw new BatchPlanningBusy();
      throw error;
    }
  }

  private async planRuns(
    caller: Caller,
    batch: PlannedBatch,
    refusals: RunRefusals,
  ): Promise<Admission> {
    const total = combinations(batch) * batch.count;
    const seconds = new Map<string, number | null>();
    const used = {
      prompts: new Set<string>(),
      workflows: new Set<string>(),
      models: new Set<string>(),
    };
    let seed: number | null = null;
    for (let index = 0; index < total && !refusals.isFull; index += 1) {
      const run = runAt(batch, index);
      const planned = await this.outcome(caller, batch.kind, run);
      if ('error' in planned) refusals.add({ index, run, error: planned.error });
      else {
        this.addSeconds(seconds, planned.plan);
        addUsed(used, usedIn(planned.plan));
        if (index % batch.count === 0) seed ??= planned.plan.randomSeed;
      }
      // Planning a large graph takes a while, and other requests wait meanwhile.
      await setImmediate();
    }
    return { total, expectedSeconds: refusals.isFull ? null : longest(seconds), seed, used };
  }

  /** The plan of one run. Throws what a generate request throws. */
  async plan(caller: Caller, kind: PlannedBatch['kind'], run: BatchRun): Promise<Plan> {
    const request = this.requests.check(caller, kind, run.body, ['body']);
    return this.planner.plan(
      caller,
      kind,
      request,
      run.seed === undefined ? {} : { seed: run.seed },
    );
  }

  private async outcome(
    caller: Caller,
    kind: PlannedBatch['kind'],
    run: BatchRun,
  ): Promise<{ readonly plan: Plan } | Pick<RunRefusal, 'error'>> {
    try {
      return { plan: await this.plan(caller, kind, run) };
    } catch (error) {
      if (error instanceof AppError || error instanceof ValidationFailed) return { error };
      throw error;
    }
  }

  private addSeconds(byNode: Map<string, number | null>, { job }: Plan): void {
    const { workflow, runClass, provider } = job;
    const before = byNode.get(provider);
    const own = this.runTimes.expectedSeconds({ workflow, runClass }, provider);
    byNode.set(provider, own === null || before === null ? null : (before ?? 0) + own);
  }
}

type UsedSets = { readonly [K in keyof UsedInRequests]: Set<string> };

function addUsed(all: UsedSets, used: UsedInRequests): void {
  for (const kind of ['prompts', 'workflows', 'models'] as const)
    for (const name of used[kind]) all[kind].add(name);
}

/** In whole seconds, like every estimate. */
function longest(byNode: ReadonlyMap<string, number | null>): number | null {
  const all = [...byNode.values()];
  const measured = all.filter((seconds) => seconds !== null);
  return all.length === 0 || measured.length < all.length
    ? null
    : Math.round(Math.max(...measured));
}
