import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Slots } from '../../../platform/slots';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import type { RunKind } from '../../workflows/public/run-times';
import type { PlanImageDto, PlanVideoDto } from '../dto/plan.dto';
import { IDLE_QUEUE, NodeQueuesService } from '../nodes/node-queues.service';
import { MisfitLorasService } from './misfit-loras.service';
import {
  asRefusal,
  commonRefusal,
  type Outcome,
  type PlanAnswer,
  planAnswer,
  nodeIndependentRefusal,
} from './plan-answer';
import {
  type GenerationKind,
  GenerationPlanner,
  type GenerationRequest,
} from '../public/generation-planner';

/** Requests that are planned at once. Others wait, so that hundreds of one owner hold up others for a moment only. */
const MAX_PARALLEL = 2;

/** Plans a request on every node, with the planner that submissions use. Stores and queues nothing. */
@Injectable()
export class PlanService {
  private readonly slots = new Slots(MAX_PARALLEL, { perOwner: 1 });

  constructor(
    private readonly planner: GenerationPlanner,
    private readonly directory: ProviderDirectory,
    private readonly queues: NodeQueuesService,
    private readonly misfits: MisfitLorasService,
  ) {}

  /**
   * Throws the error that a submission would get when all nodes refuse the request with the same one; refusals of single
   * nodes are part of the answer.
   * @param signal ends a wait for a turn with its reason
   */
  async plan(
    caller: Caller,
    body: PlanImageDto | PlanVideoDto,
    signal: AbortSignal,
  ): Promise<PlanAnswer> {
    const work = (): Promise<PlanAnswer> => this.planOnNodes(caller, body);
    const answer = await this.slots.run(work, caller.ownerId ?? '', signal);
    const { provider, loras, models } = answer;
    if (provider === null) return answer;
    // Without a slot: asking a node for the headers of LoRAs may take seconds.
    const misfits = await this.misfits.find(caller, {
      provider,
      loras: loras.map(({ name }) => name),
      models,
    });
    return { ...answer, not_applied: [...answer.not_applied, ...misfits] };
  }

  private async planOnNodes(
    caller: Caller,
    { type, ...request }: PlanImageDto | PlanVideoDto,
  ): Promise<PlanAnswer> {
    await yieldTurns(1);
    const requested = await this.outcome(caller, type, request);
    const independent = nodeIndependentRefusal(requested);
    if (independent !== null) throw independent;
    const states = this.directory.list();
    const outcomes = new Map(
      await Promise.all(
        states.map(async ({ id }, index) => {
          await yieldTurns(index + 1);
          return [id, await this.outcome(caller, type, { ...request, provider: id })] as const;
        }),
      ),
    );
    const run = (id: string): RunKind => ({
      workflow: request.workflow,
      runClass: classOf(outcomes.get(id)) ?? classOf(requested),
    });
    const queues = await this.queues.of(caller, run, states);
    const nodes = states.map((state) => ({
      state,
      queue: queues.get(state.id) ?? IDLE_QUEUE,
      outcome: outcomes.get(state.id) ?? requested,
    }));
    const refusal = commonRefusal(requested, nodes);
    if (refusal !== null) throw refusal;
    return planAnswer({ type, workflow: request.workflow }, requested, nodes);
  }

  private async outcome(
    caller: Caller,
    kind: GenerationKind,
    request: GenerationRequest,
  ): Promise<Outcome> {
    try {
      return { plan: await this.planner.plan(caller, kind, request) };
    } catch (error) {
      return { refusal: asRefusal(error) };
    }
  }
}

/** Lets other requests proceed: planning a large graph takes a while, and there may be many nodes. */
async function yieldTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** `null` for a refused request, which has no run class. */
const classOf = (outcome: Outcome | undefined): string | null =>
  outcome && 'plan' in outcome ? outcome.plan.job.runClass : null;
