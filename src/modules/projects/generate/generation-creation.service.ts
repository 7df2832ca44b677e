import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock, Ids } from '../../../platform/clock/clock';
import { Slots, SlotsBusy } from '../../../platform/slots';
import { OwnerStorage } from '../../media/public/owner-storage';
import type { GenerateDto, RegenerateDto } from '../dto/generation.request';
import type { GenerationPlan, GenerationRecord } from '../dto/generation.response';
import { GenerationFeeding } from '../public/generation-feeding';
import type { GenerationKind, SkippedShot } from '../records/generation.entity';
import type { TakeRow } from '../records/take.entity';
import { newTake } from '../takes/new-take';
import { storyId } from '../tree/story-ids';
import { BulkRequestsService, type BulkTakeRequests } from './bulk-requests.service';
import { GenerationPlanningBusy, NothingToMake } from './generations.errors';
import { GenerationPlannerService, type PlannedTakes } from './generation-planner.service';
import { GenerationsService } from './generations.service';
import { type BulkVerb, refuse, refusedTakes } from './take-refusals';

/** Bulk calls that are planned at once; one per owner, so that two calls never plan the same take. */
const MAX_PLANNING = 2;
const MAX_WAITING_PER_OWNER = 8;
const MAX_WAITING = 32;

/** The body of `…/generate` or of `…/regenerate`, or the shot of `…/speech`. */
export type BulkRequest =
  | { readonly generate: GenerateDto }
  | { readonly regenerate: RegenerateDto }
  | { readonly speech: string };

interface BulkPlan extends PlannedTakes {
  readonly skipped: readonly SkippedShot[];
}

/** Creates generations: every take is planned, and either all of them are accepted or nothing is stored. */
@Injectable()
export class GenerationCreationService {
  private readonly slots = new Slots(MAX_PLANNING, {
    perOwner: 1,
    maxWaitingPerOwner: MAX_WAITING_PER_OWNER,
    maxWaiting: MAX_WAITING,
  });

  constructor(
    private readonly bulk: BulkRequestsService,
    private readonly planner: GenerationPlannerService,
    private readonly storage: OwnerStorage,
    private readonly generations: GenerationsService,
    private readonly feeding: GenerationFeeding,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws what `BulkRequestsService` throws, what a generate request throws for the first refused take, NothingToMake,
   * GenerationCap, GenerationPlanningBusy and QuotaReached.
   */
  create(caller: Caller, projectId: string, request: BulkRequest): Promise<GenerationRecord> {
    return this.inPlanningSlot(caller, () => this.admit(caller, projectId, request));
  }

  /** What {@link create} would do; refused takes are part of the answer. */
  async dryRun(caller: Caller, projectId: string, request: BulkRequest): Promise<GenerationPlan> {
    const plan = await this.inPlanningSlot(caller, () => this.plan(caller, projectId, request));
    return {
      count: plan.takes.length,
      expected_seconds: plan.expectedSeconds,
      takes: plan.takes.map(({ take, after }, position) => ({
        position,
        shot_id: take.shotId,
        kind: take.kind,
        after,
        unused: plan.unused.get(take) ?? [],
      })),
      skipped: plan.skipped,
      refused: refusedTakes(plan.refusals, verbOf(request)),
    };
  }

  private async plan(caller: Caller, projectId: string, request: BulkRequest): Promise<BulkPlan> {
    const { requests, skipped } = await this.requested(caller, projectId, request);
    return { ...(await this.planner.plan(caller, requests)), skipped };
  }

  private requested(
    caller: Caller,
    projectId: string,
    request: BulkRequest,
  ): Promise<BulkTakeRequests> {
    if ('speech' in request) return this.bulk.speech(caller, projectId, request.speech);
    return 'generate' in request
      ? this.bulk.generate(caller, projectId, request.generate)
      : this.bulk.regenerate(caller, projectId);
  }

  private async admit(
    caller: Caller,
    projectId: string,
    request: BulkRequest,
  ): Promise<GenerationRecord> {
    await this.generations.assertBelowCap(caller);
    await this.storage.assertFree(caller.ownerId);
    const plan = await this.plan(caller, projectId, request);
    refuse(plan.refusals, verbOf(request));
    if (plan.takes.length === 0) throw new NothingToMake(plan.skipped, verbOf(request));
    const id = storyId(this.ids, 'gen');
    const created_at = this.clock.timestamp();
    const record = await this.generations.insert(
      caller,
      {
        id,
        project_id: projectId,
        owner_id: caller.ownerId,
        kind: kindOf(plan),
        status: 'running',
        reason: null,
        is_cancelling: false,
        total: plan.takes.length,
        skipped: plan.skipped,
        expected_seconds: plan.expectedSeconds,
        created_at,
        finished_at: null,
      },
      this.rows(id, plan, created_at),
    );
    this.feeding.wake(caller.ownerId);
    return record;
  }

  private rows(generation_id: string, { takes }: PlannedTakes, created_at: string): TakeRow[] {
    const ids = takes.map(() => storyId(this.ids, 'tak'));
    return takes.map(({ take, after }, position) =>
      newTake(take.shot.shot, take.kind, {
        id: ids[position] ?? '',
        fields: take.fields,
        created_at,
        generation_id,
        position,
        after: after.flatMap((at) => ids[at] ?? []),
      }),
    );
  }

  private async inPlanningSlot<T>({ ownerId }: Caller, work: () => Promise<T>): Promise<T> {
    try {
      return await this.slots.run(work, ownerId ?? '');
    } catch (error) {
      if (error instanceof SlotsBusy) throw new GenerationPlanningBusy();
      throw error;
    }
  }
}

const verbOf = (request: BulkRequest): BulkVerb =>
  'regenerate' in request ? 'regenerate' : 'generate';

function kindOf({ takes }: PlannedTakes): GenerationKind {
  const [first, ...others] = new Set(takes.map(({ take }) => take.kind));
  return first === undefined || others.length > 0 ? 'mixed' : first;
}
