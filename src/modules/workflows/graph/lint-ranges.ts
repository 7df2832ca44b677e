import { type Finding, finding } from './lint-finding';
import { hasGoodValue } from '../public/param-check';
import type { Workflow, WorkflowParam } from '../public/workflow';

/** Params that no value suits: bounds the wrong way round, or none of the grid's values within them. Pure. */
export function rangeFindings(workflow: Workflow): readonly Finding[] {
  return Object.entries(workflow.params).flatMap(([name, param]) => {
    const fault = rangeFault(param);
    return fault === null ? [] : [finding(workflow, `param ${name} ${fault}`)];
  });
}

function rangeFault(param: WorkflowParam): string | null {
  const { minimum = -Infinity, maximum = Infinity, choices } = param;
  const bounds = `${String(minimum)}..${String(maximum)}`;
  if (minimum > maximum)
    return `takes nothing: its minimum ${String(minimum)} is above its maximum ${String(maximum)}`;
  if (choices?.length === 0) return 'takes nothing: its list of choices is empty';
  return hasGoodValue(param)
    ? null
    : `takes nothing: its grid has no value within ${bounds}; give another step or offset, or wider bounds`;
}
