import type { Workflow, WorkflowParam } from '../../workflows/public/workflow';
import { type SentParam, sentValue } from './sent-params';

/**
 * Values for params that are linked with a sent one, such as the steps of two experts when only one of them was sent:
 * the other one keeps its share of the workflow's default.
 */
export function linkedValues(
  workflow: Workflow,
  sent: readonly SentParam[],
): ReadonlyMap<string, number> {
  const pairs = Object.entries(workflow.params).flatMap(([name, { binds }]) =>
    binds.flatMap(({ plus }) => (plus === undefined ? [] : [[name, plus] as const])),
  );
  const links = [...pairs, ...pairs.map(([one, other]) => [other, one] as const)];
  const values = links.flatMap(([one, other]) => {
    const value = sentValue(sent, one);
    const isAlone = typeof value === 'number' && sentValue(sent, other) === undefined;
    const share = isAlone ? shareOf(workflow.params[other], workflow.params[one], value) : null;
    return share === null ? [] : [[other, share] as const];
  });
  return new Map(values);
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
