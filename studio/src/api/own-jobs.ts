import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { isOwnJob, type LiveJobState, type RunningSummary } from './events/live-job-states';
import { countJobs, liveJobs, subscribeToJobs, useUnfinishedJobs } from './live-jobs';
import { queryClient } from './query-client';
import { sessionKey, useSession } from './session';
import type { LiveJob, Session } from './types';

/** Whether this account made the job. */
export const isOwn = (job: Pick<LiveJob, 'owner'>): boolean =>
  isOwnJob(job, accountOf(queryClient.getQueryData<Session>(sessionKey)));

/** The unfinished jobs that this account made, oldest first. */
export const ownUnfinishedJobs = (): readonly LiveJob[] =>
  liveJobs
    .all()
    .map(({ job }) => job)
    .filter(isOwn);

/** The same with their states. Changes with their records, not with their progress. */
export function useOwnUnfinishedJobs(): readonly LiveJobState[] {
  const account = useAccount();
  const unfinished = useUnfinishedJobs();
  return useMemo(
    () => unfinished.filter(({ job }) => isOwnJob(job, account)),
    [unfinished, account],
  );
}

/** How many jobs of this account run and wait, and how far they are. */
export function useOwnRunningSummary(): RunningSummary {
  const account = useAccount();
  return useSyncExternalStore(subscribeToJobs, () => liveJobs.summary(account));
}

/** How many jobs of this account wait; `undefined` while there are some that may be those of others. */
export function useOwnQueuedCount(): number | undefined {
  const account = useAccount();
  const reported = useUnfinishedJobs().filter(({ job }) => job.status === 'queued');
  const { data } = useQuery({
    queryKey: ['jobs', 'unfinished', 'own queued', account],
    queryFn: () => countJobs({ status: ['queued'], ...(account !== null && { owner: account }) }),
  });
  const count = data?.total ?? 0;
  if (account !== null) return count;
  // Jobs without an owner can't be asked for alone; the event stream may have reported of all.
  if (reported.length < count) return undefined;
  return reported.filter(({ job }) => isOwnJob(job, account)).length;
}

const useAccount = (): string | null => accountOf(useSession().data);

const accountOf = (session: Session | undefined): string | null => session?.agent?.id ?? null;
