import { useMemo } from 'react';
import { type JobFilter, useUnfinishedJobList } from '../../api/jobs';
import { type JobStatus, unfinishedJobs } from './model';

/** What runs and what waits, each from a list of its own: neither takes the place of the other. */
export function useUnfinished(filter: JobFilter, statuses: readonly JobStatus[]) {
  const hasRunning = statuses.includes('running');
  const hasQueued = statuses.includes('queued');
  const running = useUnfinishedJobList(filter, 'running', { enabled: hasRunning });
  const queued = useUnfinishedJobList(filter, 'queued', { enabled: hasQueued });
  const unfinished = useMemo(
    () =>
      unfinishedJobs(hasRunning ? running.data : undefined, hasQueued ? queued.data : undefined),
    [running.data, queued.data, hasRunning, hasQueued],
  );
  return {
    unfinished,
    error: running.error ?? queued.error,
    isLoading: running.isLoading || queued.isLoading,
    refetch: () => Promise.all([running.refetch(), queued.refetch()]),
  };
}
