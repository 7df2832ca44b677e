import type { Schemas } from '@kinora/client';
import type { Plan, Workflow, WorkflowParam } from '../../../../api/types';
import { omit } from '../../../../ui/omit';
import { withoutRequests } from '../../../../ui/problem';
import type { FormState, GenerateRequest } from '../../model';

type ProviderPlan = Schemas['ProviderPlan'];
type Missing = Workflow['requirements']['missing'][number];

/** Stands for words while nobody has typed any: they change nothing of a plan. */
const SOME_WORDS = 'x';

/** The request less its words, so that typing asks for no plan. */
export function plannedRequest(
  { type, body }: GenerateRequest,
  negative: string | undefined,
): GenerateRequest {
  const rest: Record<string, unknown> = { ...omit(body, 'description'), prompt: SOME_WORDS };
  if (negative !== undefined) Reflect.deleteProperty(rest, negative);
  return { type, body: rest };
}

/** Whether nothing that a plan needs is empty. */
export function isFilled(
  { values }: Pick<FormState, 'values'>,
  params: Readonly<Record<string, Pick<WorkflowParam, 'required' | 'default' | 'role'>>>,
): boolean {
  return Object.entries(params).every(
    ([name, param]) =>
      !param.required || param.role === 'prompt' || isValue(values[name] ?? param.default),
  );
}

const isValue = (value: unknown): boolean => value != null && value !== '';

/** Seconds until the last of `runs` is done; null if they were never measured. */
export function expectedSeconds(plan: Plan, runs: number): number | null {
  const node = plan.providers.find(({ provider }) => provider === plan.provider);
  if (node?.expected_run_seconds == null) return null;
  return (node.expected_wait_seconds ?? 0) + node.expected_run_seconds * runs;
}

export interface Refusal {
  readonly text: string;
  /** Whether the page of the workflow tells in full what a node lacks for it. */
  readonly isLacking: boolean;
}

/** Why no node would take the request; undefined if one would. */
export function refusal(
  plan: Plan,
  provider: string,
  missing: readonly Pick<Missing, 'provider' | 'known'>[],
): Refusal | undefined {
  if (plan.accepted) return undefined;
  const nodes = plan.providers.filter((node) => provider === 'auto' || node.provider === provider);
  const reasons = nodes.flatMap((node) => node.reasons);
  if (reasons.length === 0) return undefined;
  return {
    text: textOf(reasons),
    isLacking: nodes.some(
      (node) =>
        node.reasons.some(({ code }) => code === 'workflow_not_runnable') &&
        missing.some(({ provider: id, known }) => known && id === node.provider),
    ),
  };
}

/** Fields that every node refuses, with why. */
export function refusedFields(plan: Plan): readonly Required<Schemas['PlanReason']>[] {
  return plan.providers.flatMap(({ reasons }) =>
    reasons.flatMap((reason) =>
      reason.code === 'invalid' && reason.loc ? [{ ...reason, loc: reason.loc }] : [],
    ),
  );
}

/** Short words for a node's line: why it can't, else what waits before. */
export const reasonsOf = ({ reasons }: ProviderPlan): string => textOf(reasons);

const textOf = (reasons: readonly Schemas['PlanReason'][]): string =>
  [...new Set(reasons.map(({ detail }) => withoutRequests(detail)))].join(' ');
