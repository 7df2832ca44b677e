import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AppError } from '../../../platform/errors/app-error';
import { ValidationFailed, type ValidationError } from '../../../platform/errors/validation-failed';
import { GenerationPlanner, type Plan } from '../../generation/public/generation-planner';
import { GenerationRequests } from '../../generation/public/generation-requests';
import { usedIn, type UsedInRequests } from '../../generation/public/request-history';
import { RunTimes } from '../../workflows/public/run-times';
import { type BatchRun, combinations, runAt, type RunsOfBatch } from '../batch-runs';
import type { BatchDto } from '../dto/batch.request';
import { shapeErrors } from './batch-shape';
import type { RunRefusal } from './run-refusals';

/** The runs of a batch with what they make. */
export interface PlannedBatch extends RunsOfBatch {
  readonly kind: 'image' | 'video';
}

/** The planner's result for every run of a batch. */
export interface Admission {
  readonly total: number;
  /** Until the busiest of the chosen nodes is done; `null` where a run time is unknown. */
  readonly expectedSeconds: number | null;
  readonly refusals: readonly RunRefusal[];
  /** Whether any run got the drawn seed. */
  readonly usesSeed: boolean;
  readonly used: UsedInRequests;
}

/** Plans runs of batches: all of them at admission, each again when its turn comes. */
@Injectable()
export class BatchAdmissionService {
  constructor(
    private readonly requests: GenerationRequests,
    private readonly planner: GenerationPlanner,
    private readonly runTimes: RunTimes,
  ) {}

  /** What is wrong with a batch before any of its runs is looked at. */
  shapeErrors(body: BatchDto): readonly ValidationError[] {
    return shapeErrors(body, (kind) => this.requests.fields(kind));
  }

  /** Plans every run; stores nothing. */
  async planAll(caller: Caller, batch: PlannedBatch): Promise<Admission> {
    const total = combinations(batch) * batch.count;
    const refusals: RunRefusal[] = [];
    const seconds = new Map<string, number | null>();
    const used = {
      prompts: new Set<string>(),
      workflows: new Set<string>(),
      models: new Set<string>(),
    };
    let usesSeed = false;
    for (let index = 0; index < total; index += 1) {
      const run = runAt(batch, index);
      const planned = await this.outcome(caller, batch.kind, run);
      if ('error' in planned) refusals.push({ index, run, error: planned.error });
      else {
        this.addSeconds(seconds, planned.plan);
        addUsed(used, usedIn(planned.plan));
        usesSeed ||= planned.plan.job.request['seed'] === run.seed;
      }
      // Planning a large graph takes a while, and other requests wait meanwhile.
      await setImmediate();
    }
    return { total, expectedSeconds: longest(seconds), refusals, usesSeed, used };
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

function longest(byNode: ReadonlyMap<string, number | null>): number | null {
  const all = [...byNode.values()];
  const measured = all.filter((seconds) => seconds !== null);
  return all.length === 0 || measured.length < all.length ? null : Math.max(...measured);
}
