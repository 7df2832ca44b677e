import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from './client';
import { LiveJobs, type LiveJobState, type RunningSummary } from './events/live-job-states';
import type { LiveJob } from './types';

/** The unfinished jobs, as the event stream tells of them. */
export const liveJobs = new LiveJobs();

export const subscribeToJobs = (listener: () => void) => liveJobs.subscribe(listener);

/** The unfinished jobs, oldest first. Changes with their records, not with their progress: see {@link useLiveJob}. */
export const useUnfinishedJobs = (): readonly LiveJobState[] =>
  useSyncExternalStore(subscribeToJobs, () => liveJobs.all());

/** One unfinished job with its progress, newest preview, queue position and expected end. */
export const useLiveJob = (promptId: string | null | undefined): LiveJobState | undefined =>
  useSyncExternalStore(subscribeToJobs, () => (promptId ? liveJobs.get(promptId) : undefined));

/** How many jobs run and wait, how far they are, and when the last one ends. */
export const useRunningSummary = (): RunningSummary =>
  useSyncExternalStore(subscribeToJobs, () => liveJobs.summary());

/** The event stream begins with at most this many unfinished jobs. */
const MAX_TOLD = 200;

/** How many jobs run or wait. Asks only if the stream may report `known` of them, and not all. */
export function useUnfinishedCount(known: number): number {
  const { data } = useQuery({
    queryKey: ['jobs', 'unfinished', 'count'],
    queryFn: async () => {
      const { total = 0 } = await countJobs({ status: ['queued', 'running'] });
      // Once the stream has reported all, there is nothing more to ask.
      return total > liveJobs.all().length ? total : 0;
    },
    enabled: ({ state }) => known >= MAX_TOLD || (state.data ?? 0) > known,
  });
  return Math.max(known, data ?? 0);
}

interface CountedJobs {
  readonly status: LiveJob['status'][];
  readonly owner?: string;
}

/** A page of one job, with how many there are. */
export const countJobs = (query: CountedJobs) =>
  api.get('/api/jobs', { params: { query: { ...query, limit: 1, with_total: true } } });
