import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, postOnce } from './client';
import { isBatchId } from './ids';
import { cursorPages } from './pages';
import type { JobSummary } from './types';

/** What lists of jobs are narrowed by. */
export interface JobFilter {
  readonly workflow?: string;
  readonly provider?: string;
  readonly character?: string;
  readonly batch?: string;
  /** Words of the prompt. */
  readonly q?: string;
}

type Status = JobSummary['status'];

const PAGE = 100;
const NEWEST_BATCHES = 200;
/** More unfinished jobs of one status than this are counted, and shown as others end. */
const MAX_UNFINISHED = 200;

/** Jobs that run or that wait, oldest first, and how many there are. */
export const useUnfinishedJobList = (
  filter: JobFilter,
  status: 'running' | 'queued',
  options: { readonly enabled: boolean },
) =>
  useQuery({
    queryKey: ['jobs', 'unfinished', filter, status],
    queryFn: () =>
      api.get('/api/jobs', {
        params: {
          query: {
            ...filter,
            status: [status],
            order: 'oldest',
            limit: MAX_UNFINISHED,
            with_total: true,
          },
        },
      }),
    ...options,
    placeholderData: (before) => before,
  });

/** Jobs that have ended, newest first, a batch as its first job. */
export const useJobHistory = (filter: JobFilter, statuses: readonly Status[]) =>
  useInfiniteQuery({
    queryKey: ['jobs', 'history', filter, statuses],
    ...cursorPages(PAGE, (page, signal) =>
      api.get('/api/jobs', {
        params: {
          query: {
            ...filter,
            ...page,
            status: [...statuses],
            ...(filter.batch === undefined && { group: 'batch' }),
          },
        },
        signal,
      }),
    ),
    enabled: statuses.length > 0,
    placeholderData: (before) => before,
  });

/** One job with everything that is known of it. */
export const useJob = (promptId: string | null | undefined) =>
  useQuery({
    queryKey: ['job', promptId],
    enabled: Boolean(promptId),
    queryFn: ({ signal }) => fetchJob(promptId ?? '', signal),
  });

const fetchJob = (prompt_id: string, signal: AbortSignal) =>
  api.get('/api/jobs/{prompt_id}', { params: { path: { prompt_id } }, signal });

/** The request as it was sent, with its resolved seed: what "again" and "use all settings" send. */
export const fetchJobRequest = (prompt_id: string, signal?: AbortSignal) =>
  api.get('/api/jobs/{prompt_id}/request', { params: { path: { prompt_id } }, signal });

export const cancelJob = (prompt_id: string) =>
  api.post('/api/jobs/{prompt_id}/cancel', { params: { path: { prompt_id } } });

/** Cancels the jobs of this account that wait; those that run go on. */
export const cancelQueuedJobs = () => api.post('/api/jobs/cancel', { body: { status: 'queued' } });

/** The same request once more. Changes of `null` take a field away. */
export const rerunJob = (prompt_id: string, changes?: Record<string, unknown>) =>
  postOnce('/api/jobs/{prompt_id}/rerun', {
    params: { path: { prompt_id } },
    body: changes ? { changes } : {},
  });

/** The graph as it was sent to the node. */
export const useJobGraph = (id: string) =>
  useQuery({
    queryKey: ['job', id, 'graph'],
    queryFn: () => api.get('/api/jobs/{prompt_id}/graph', { params: { path: { prompt_id: id } } }),
  });

/** The request as it was sent, with its resolved seed. */
export const useJobRequest = (id: string) =>
  useQuery({ queryKey: ['job', id, 'request'], queryFn: () => fetchJobRequest(id) });

/** A batch; asks for nothing when the id is none of a batch. */
export const useBatch = (id: string | null | undefined) =>
  useQuery({
    queryKey: ['batch', id],
    queryFn: () => api.get('/api/batches/{id}', { params: { path: { id: id ?? '' } } }),
    enabled: isBatchId(id ?? ''),
  });

/** A batch whose jobs are listed. The newest ones are read at once, instead of one by one. */
export function useListedBatch(id: string) {
  const { data, isPending } = useQuery({
    queryKey: ['batches', 'newest'],
    queryFn: () =>
      api.get('/api/batches', { params: { query: { owner: '*', limit: NEWEST_BATCHES } } }),
  });
  const listed = data?.items.find((batch) => batch.id === id);
  const other = useBatch(isPending || listed ? null : id).data;
  return listed ?? other;
}

export const cancelBatch = (id: string) =>
  api.post('/api/batches/{id}/cancel', { params: { path: { id } } });
