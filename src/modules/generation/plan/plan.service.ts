import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import type { RunKind } from '../../workflows/public/run-times';
import type { PlanImageDto, PlanVideoDto } from '../dto/plan.dto';
import { IDLE_QUEUE, NodeQueuesService } from '../nodes/node-queues.service';
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

/** Tells what would become of a request, with the very planner that submits use. Spends nothing. */
@Injectable()
export class PlanService {
  constructor(
    private readonly planner: GenerationPlanner,
    private readonly directory: ProviderDirectory,
    private readonly queues: NodeQueuesService,
  ) {}

  /**
   * Throws what a submit of this request would be refused with on every node; what only some nodes object to stands
   * in the answer.
   */
  async plan(
    caller: Caller,
    { type, ...request }: PlanImageDto | PlanVideoDto,
  ): Promise<PlanAnswer> {
    const asked = await this.outcome(caller, type, request);
    const hopeless = nodeIndependentRefusal(asked);
    if (hopeless !== null) throw hopeless;
    const states = this.directory.list();
    const outcomes = new Map(
      await Promise.all(
        states.map(async ({ id }, index) => {
          await turns(index + 1);
          return [id, await this.outcome(caller, type, { ...request, provider: id })] as const;
        }),
      ),
    );
    const run = (id: string): RunKind => ({
      workflow: request.workflow,
      runClass: classOf(outcomes.get(id)) ?? classOf(asked),
    });
    const queues = await this.queues.of(caller, run, states);
    const nodes = states.map((state) => ({
      state,
      queue: queues.get(state.id) ?? IDLE_QUEUE,
      outcome: outcomes.get(state.id) ?? asked,
    }));
    const refusal = commonRefusal(asked, nodes);
    if (refusal !== null) throw refusal;
    return planAnswer({ type, workflow: request.workflow }, asked, nodes);
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

/** Lets everybody else have their turn: plans of a large graph take a while, and there may be many nodes. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** `null`: no job would come of it, so that nobody knows its size. */
const classOf = (outcome: Outcome | undefined): string | null =>
  outcome && 'plan' in outcome ? outcome.plan.job.runClass : null;
