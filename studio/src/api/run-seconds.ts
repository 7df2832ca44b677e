import type { Job, WorkflowItem } from './types';

/** Seconds that a job ran; undefined until it has ended. */
export function runSeconds(
  job: Pick<Job, 'started_at' | 'finished_at'> | undefined,
): number | undefined {
  if (!job?.started_at || !job.finished_at) return undefined;
  return (Date.parse(job.finished_at) - Date.parse(job.started_at)) / 1000;
}

/** How long a workflow typically runs on its quickest node; Infinity where it never ran. */
export const quickestSeconds = ({ run_time }: Pick<WorkflowItem, 'run_time'>): number =>
  Math.min(...run_time.map(({ median_seconds }) => median_seconds), Infinity);
