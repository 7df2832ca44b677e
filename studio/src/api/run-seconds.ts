import type { Job } from './types';

/** Seconds that a job ran; undefined until it has ended. */
export function runSeconds(
  job: Pick<Job, 'started_at' | 'finished_at'> | undefined,
): number | undefined {
  if (!job?.started_at || !job.finished_at) return undefined;
  return (Date.parse(job.finished_at) - Date.parse(job.started_at)) / 1000;
}
