import { AppError } from '../../../platform/errors/app-error';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { Plain } from '../../../platform/plain';
import { waitSeconds } from '../../jobs/public/jobs-ahead';
import type { ProviderState } from '../../providers/public/provider-directory';
import type { PlanReason, PlanResponse, ProviderPlan } from '../dto/plan.response';
import { CheckpointNotFound, WorkflowNotRunnable } from '../generation.errors';
import type { NodeQueue } from '../nodes/node-queues.service';
import type { GenerationKind, Plan } from '../public/generation-planner';

export type PlanAnswer = Plain<PlanResponse>;

/** A plan, or why a submission would be refused. */
export type Outcome = { readonly plan: Plan } | { readonly refusal: AppError | ValidationFailed };

/** A node, its queue, and the outcome of the request there. */
export interface NodeOutcome {
  readonly state: ProviderState;
  readonly queue: NodeQueue;
  readonly outcome: Outcome;
}

/** The error as a refusal; anything else is an internal fault and is thrown again. */
export function asRefusal(error: unknown): AppError | ValidationFailed {
  if (error instanceof AppError || error instanceof ValidationFailed) return error;
  throw error;
}

/** A refusal that no node can change; `null` when there is none, or when it may depend on the node. */
export function nodeIndependentRefusal(outcome: Outcome): AppError | ValidationFailed | null {
  if ('plan' in outcome) return null;
  const { refusal } = outcome;
  return NODE_DEPENDENT.some((type) => refusal instanceof type) ? null : refusal;
}

const NODE_DEPENDENT = [ValidationFailed, CheckpointNotFound, WorkflowNotRunnable];

/**
 * The refusal with which all nodes that could run the workflow agree; the plan is refused with it, as the submission
 * would be. `null` when nodes differ.
 */
export function commonRefusal(
  outcome: Outcome,
  nodes: readonly NodeOutcome[],
): AppError | ValidationFailed | null {
  if ('plan' in outcome || outcome.refusal instanceof WorkflowNotRunnable) return null;
  const { refusal } = outcome;
  const reasons = comparable(refusal);
  const differs = ({ outcome }: NodeOutcome): boolean =>
    'plan' in outcome ||
    !(outcome.refusal instanceof WorkflowNotRunnable || comparable(outcome.refusal) === reasons);
  return nodes.some(differs) ? null : refusal;
}

const comparable = (refusal: AppError | ValidationFailed): string =>
  JSON.stringify(reasonsOf(refusal));

/** The answer for a request and every node. */
export function planAnswer(
  { type, workflow }: { readonly type: GenerationKind; readonly workflow: string },
  outcome: Outcome,
  nodes: readonly NodeOutcome[],
): PlanAnswer {
  return {
    type,
    workflow,
    accepted: 'plan' in outcome,
    ...('plan' in outcome ? resolved(outcome.plan) : UNRESOLVED),
    providers: nodes.map(providerPlan),
  };
}

const UNRESOLVED = {
  provider: null,
  mode: null,
  params: null,
  models: [],
  loras: [],
  files: [],
  references: [],
  not_applied: [],
};

const resolved = ({ job, loras, files, characters }: Plan) => ({
  provider: job.provider,
  mode: job.mode,
  params: job.provenance.settings,
  models: job.provenance.models,
  loras,
  files: Object.entries(files).map(([param, path]) => ({ param, path })),
  references: characters?.references ?? [],
  not_applied: characters?.not_applied ?? [],
});

function providerPlan({ state, queue, outcome }: NodeOutcome): Plain<ProviderPlan> {
  const accepted = 'plan' in outcome;
  const reasons = accepted ? delays(state, queue) : reasonsOf(outcome.refusal);
  return {
    provider: state.id,
    accepted,
    can_run_now: reasons.length === 0,
    reasons,
    expected_wait_seconds: state.status === 'online' ? waitOf(queue) : null,
    expected_run_seconds: queue.runSeconds,
  };
}

/** Rounded to milliseconds, because jobs in front may count in fractions. */
function waitOf({ wait, runSeconds }: NodeQueue): number | null {
  const seconds = waitSeconds(wait, runSeconds);
  return seconds === null ? null : Math.round(seconds * 1000) / 1000;
}

/** Why a node that accepts the job would not start it at once. */
function delays(state: ProviderState, { ahead }: NodeQueue): readonly Plain<PlanReason>[] {
  const online = state.status === 'online';
  return [
    ...(online
      ? []
      : [{ code: 'node_offline', detail: `The node '${state.id}' is away: the job would wait.` }]),
    ...(online || state.last_seen_at !== null
      ? []
      : [
          {
            code: 'node_unknown',
            detail: `The node '${state.id}' was never reached: it decides when it is there.`,
          },
        ]),
    ...(ahead === 0
      ? []
      : [
          {
            code: 'node_busy',
            detail: `${ahead} ${ahead === 1 ? 'job is' : 'jobs are'} in front of it.`,
          },
        ]),
  ];
}

function reasonsOf(refusal: AppError | ValidationFailed): readonly Plain<PlanReason>[] {
  if (refusal instanceof AppError) return [{ code: refusal.spec.code, detail: refusal.message }];
  return refusal.errors.map(({ loc, msg }) => ({ code: 'invalid', detail: msg, loc }));
}
