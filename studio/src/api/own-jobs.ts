import { useMemo } from 'react';
import { isOwnJob } from './events/live-job-states';
import { liveJobs, useUnfinishedJobs } from './live-jobs';
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
  const unfinished = useUnfinishedJobs();
  return useMemo(
    () => unfinished.filter(({ job }) => job.status === 'queued' && isOwnJob(job, account)).length,
    [unfinished, account],
  );
}

const accountOf = (session: Session | undefined): string | null => session?.agent?.id ?? null;
