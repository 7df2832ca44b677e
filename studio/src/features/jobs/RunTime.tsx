import type { JobSummary } from '../../api/types';
import { duration } from '../../ui/format';
import { useNow } from '../../ui/use-now';
import { runSeconds } from './model';

/** How long the job runs or ran. */
export function RunTime({ job }: { readonly job: JobSummary }) {
  const now = useNow(job.status === 'running');
  const seconds = runSeconds(job, now);
  if (seconds === null) return null;
  return <span>{duration(job.status === 'running' ? Math.floor(seconds) : seconds)}</span>;
}
