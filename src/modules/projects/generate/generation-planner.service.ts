import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AppError } from '../../../platform/errors/app-error';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { JsonRecord } from '../../../platform/json';
import { isTemporary } from '../../generation/public/refusals';
import type { Plan } from '../../generation/public/generation-planner';
import { RunTimes } from '../../workflows/public/run-times';
import type { TakeSource } from '../records/take.entity';
import { ShotSpeechService } from '../speech/shot-speech.service';
import { type ResolvedTake, TakePlannerService } from '../takes/take-planner.service';
import { type Source, type TakeKey, sourceTakes } from '../takes/take-sources';
import type { ChosenShot } from './bulk-choice';
import { inOrder, type Linked, TakeKeys } from './take-graph';
import type { TakeRefusal } from './take-refusals';

/** A take that a bulk call requests. */
export interface ShotTakeRequest extends ChosenShot {
  /** Fields of a generate body; empty for speech. */
  readonly fields: JsonRecord;
}

/** The takes of a bulk call. */
export interface PlannedTakes {
  /** Each comes after those that it is made from. */
  readonly takes: readonly Linked<ShotTakeRequest & TakeKey>[];
  /** What the takes would not use, as far as it is known now. */
  readonly unused: ReadonlyMap<ShotTakeRequest, readonly TakeSource[]>;
  readonly refusals: readonly TakeRefusal[];
  /** Until the busiest node has finished; `null` if a run time is unknown. */
  readonly expectedSeconds: number | null;
}

/** `resolved` is `null` for speech. */
type Outcome =
  | { readonly resolved: ResolvedTake | null }
  | { readonly error: TakeRefusal['error'] };

/** A take that a node would run. */
interface NodeRun {
  readonly workflow: string;
  /** `null` while the take can't be planned, because it is made from a take of the same call. */
  readonly job: Plan['job'] | null;
}

/** `run` is `null` for speech. */
type Checked =
  | { readonly unused: readonly TakeSource[]; readonly run: NodeRun | null }
  | { readonly error: TakeRefusal['error'] };

/** Plans the takes of bulk calls before any of them is made, and orders them by what they are made from. */
@Injectable()
export class GenerationPlannerService {
  constructor(
    private readonly planner: TakePlannerService,
    private readonly speech: ShotSpeechService,
    private readonly runTimes: RunTimes,
  ) {}

  /** Stores nothing. Requests that can't be made are among the refusals. */
  async plan(caller: Caller, requests: readonly ShotTakeRequest[]): Promise<PlannedTakes> {
    const takes = requests.map((request) => ({ ...request, shotId: request.shot.shot.id }));
    const keys = new TakeKeys(takes);
    const outcomes = new Map(takes.map((take) => [take, this.resolve(caller, take)]));
    const refusals: TakeRefusal[] = [];
    const unused = new Map<ShotTakeRequest, readonly TakeSource[]>();
    const runs: NodeRun[] = [];
    for (const [take, outcome] of outcomes) {
      const checked = 'error' in outcome ? outcome : await this.check(caller, take, outcome, keys);
      if ('error' in checked) refusals.push({ take, error: checked.error });
      else {
        unused.set(take, checked.unused);
        if (checked.run) runs.push(checked.run);
      }
      // Lets other requests proceed: planning a large graph takes a while.
      await setImmediate();
    }
    const sourcesOf = (take: ShotTakeRequest & TakeKey): readonly TakeKey[] => {
      const outcome = outcomes.get(take);
      const sources = outcome && 'resolved' in outcome ? (outcome.resolved?.sources ?? []) : [];
      return sourceTakes(take.kind, take.shot.shot, sources);
    };
    const expectedSeconds = this.expectedSeconds(runs);
    return { takes: inOrder(takes, sourcesOf), unused, refusals, expectedSeconds };
  }

  private resolve(caller: Caller, { kind, fields, shot }: ShotTakeRequest): Outcome {
    if (kind === 'speech') return { resolved: null };
    try {
      return { resolved: this.planner.resolve(caller, { kind, fields }, shot) };
    } catch (error) {
      return { error: asRefusal(error) };
    }
  }

  private async check(
    caller: Caller,
    { shot }: ShotTakeRequest,
    { resolved }: { readonly resolved: ResolvedTake | null },
    keys: TakeKeys,
  ): Promise<Checked> {
    try {
      if (resolved === null) {
        await this.speech.plan(caller, shot);
        return { unused: [], run: null };
      }
      const pending = ({ from }: Source): boolean => from !== null && keys.has(from);
      const { plan, references } = await this.planner.check(caller, resolved, pending);
      const run = { workflow: String(resolved.body['workflow']), job: plan?.job ?? null };
      return { unused: references.filter(({ used }) => !used), run };
    } catch (error) {
      return { error: asRefusal(error) };
    }
  }

  /** A run without a job counts like the one before it with the same workflow. */
  private expectedSeconds(runs: readonly NodeRun[]): number | null {
    const byNode = new Map<string, number>();
    const latestJobs = new Map<string, Plan['job']>();
    for (const { workflow, job: own } of runs) {
      const job = own ?? latestJobs.get(workflow);
      if (!job) return null;
      latestJobs.set(workflow, job);
      const { provider, runClass } = job;
      const seconds = this.runTimes.expectedSeconds({ workflow, runClass }, provider);
      if (seconds === null) return null;
      byNode.set(provider, (byNode.get(provider) ?? 0) + seconds);
    }
    return byNode.size === 0 ? null : Math.round(Math.max(...byNode.values()));
  }
}

/** Returns an error that a caller can act on; throws any other. */
function asRefusal(error: unknown): TakeRefusal['error'] {
  if (error instanceof ValidationFailed) return error;
  if (error instanceof AppError && !isTemporary(error)) return error;
  throw error;
}
