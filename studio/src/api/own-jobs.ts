import { useQuery } from '@tanstack/react-query';
import { isOwnJob } from './events/live-job-states';
import { countJobs, liveJobs, useUnfinishedJobs } from './live-jobs';
import { queryClient } from './query-client';
import { sessionKey, useSession } from './session';
import type { LiveJob, Session } from './types';

/** The unfinished jobs that this account made, oldest first. */
export function ownUnfinishedJobs(): readonly LiveJob[] {
  const account = accountOf(queryClient.getQueryData<Session>(sessionKey));
  return liveJobs
    .all()
    .map(({ job }) => job)
    .filter((job) => isOwnJob(job, account));
}

/** How many jobs of this account wait. */
export function useOwnQueuedCount(): number {
  const account = accountOf(useSession().data);
  const others = useUnfinishedJobs().filter(
    ({ job }) => job.status === 'queued' && !isOwnJob(job, account),
  ).length;
  const { data } = useQuery({
    queryKey: ['jobs', 'queued-count', account],
    queryFn: () => countJobs({ status: ['queued'], ...(account !== null && { owner: account }) }),
  });
  const count = data?.total ?? 0;
  // Without an account, jobs without an owner can't be asked for alone.
  return account === null ? Math.max(0, count - others) : count;
}

const accountOf = (session: Session | undefined): string | null => session?.agent?.id ?? null;
