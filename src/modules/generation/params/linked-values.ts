import type { Workflow, WorkflowParam } from '../../workflows/public/workflow';
import { type SentParam, sentValue } from './sent-params';

/**
 * What the other one of two params becomes that share an input, such as the steps of two experts, when only one of
 * them was sent: it keeps the share that the workflow gives it, so that ten more steps are ten more for both where they
 * have equal parts. Pure.
 */
export function linkedValues(
  workflow: Workflow,
  sent: readonly SentParam[],
): ReadonlyMap<string, number> {
  const pairs = Object.entries(workflow.params).flatMap(([name, { binds }]) =>
    binds.flatMap(({ plus }) => (plus === undefined ? [] : [[name, plus] as const])),
  );
  const kept = [...pairs, ...pairs.map(([one, other]) => [other, one] as const)].flatMap(
    ([one, other]) => {
      const value = sentValue(sent, one);
      const isAlone = typeof value === 'number' && sentValue(sent, other) === undefined;
      const share = isAlone ? shareOf(workflow.params[other], workflow.params[one], value) : null;
      return share === null ? [] : [[other, share] as const];
    },
  );
  return new Map(kept);
}

function shareOf(
  other: WorkflowParam | undefined,
  one: WorkflowParam | undefined,
  value: number,
): number | null {
  const [whole, part] = [one?.default, other?.default];
  if (typeof whole !== 'number' || typeof part !== 'number' || whole <= 0) return null;
  const share = Math.round((value * part) / whole);
  return Math.min(Math.max(share, other?.minimum ?? 1), other?.maximum ?? Infinity);
}
