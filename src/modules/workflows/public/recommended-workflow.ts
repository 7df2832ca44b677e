import type { DescribedWorkflow } from './workflow-records';

/**
 * What the service recommends of workflows that do the same: the one with median memory use, of the builtin workflows if there
 * are any.
 */
export function recommendedWorkflow(
  workflows: readonly DescribedWorkflow[],
): DescribedWorkflow | undefined {
  const builtin = workflows.filter(({ source }) => source === 'builtin');
  const sorted = (builtin.length > 0 ? builtin : workflows).toSorted(
    (a, b) => memoryOf(a) - memoryOf(b),
  );
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** Gigabytes of graphics memory; those of unknown use come last. */
export const memoryOf = ({ requirements }: DescribedWorkflow): number =>
  requirements.vram_gb ?? Number.MAX_VALUE;
