import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client';
import { randomId } from './ids';
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
/** More unfinished jobs than this are counted, and shown as they end. */
const MAX_UNFINISHED = 200;

/** Jobs that run or wait, newest first. */
export const useUnfinishedJobList = (filter: JobFilter, statuses: readonly Status[]) =>
  useQuery({
    queryKey: ['jobs', 'unfinished', filter, statuses],
    queryFn: () =>
      answerOf(
        api.GET('/api/jobs', {
          params: {
            query: { ...filter, status: [...statuses], limit: MAX_UNFINISHED, with_total: true },
          },
        }),
      ),
    enabled: statuses.length > 0,
    placeholderData: (before) => before,
  });

/** Jobs that have ended, newest first, a batch as its first job. */
export const useJobHistory = (filter: JobFilter, statuses: readonly Status[]) =>
  useInfiniteQuery({
    queryKey: ['jobs', 'history', filter, statuses],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/api/jobs', {
          params: {
            query: {
              ...filter,
              status: [...statuses],
              limit: PAGE,
              ...(filter.batch === undefined && { group: 'batch' }),
              ...(pageParam !== '' && { cursor: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: statuses.length > 0,
    placeholderData: (before) => before,
  });

export const useJob = (id: string) =>
  useQuery({
    queryKey: ['job', id],
    queryFn: () =>
      answerOf(api.GET('/api/jobs/{prompt_id}', { params: { path: { prompt_id: id } } })),
  });

/** The graph as it was sent to the node. */
export const useJobGraph = (id: string) =>
  useQuery({
    queryKey: ['job', id, 'graph'],
    queryFn: () =>
      answerOf(api.GET('/api/jobs/{prompt_id}/graph', { params: { path: { prompt_id: id } } })),
  });

/** The request as it was sent, with its resolved seed. */
export const useJobRequest = (id: string) =>
  useQuery({
    queryKey: ['job', id, 'request'],
    queryFn: () =>
      answerOf(api.GET('/api/jobs/{prompt_id}/request', { params: { path: { prompt_id: id } } })),
  });

export const useBatch = (id: string | null | undefined) =>
  useQuery({
    queryKey: ['batches', id],
    queryFn: () => answerOf(api.GET('/api/batches/{id}', { params: { path: { id: id ?? '' } } })),
    enabled: Boolean(id),
  });

export const cancelJob = (id: string) =>
  answerOf(api.POST('/api/jobs/{prompt_id}/cancel', { params: { path: { prompt_id: id } } }));

/** Cancels all queued jobs of the caller; their batches stop first. */
export const cancelQueuedJobs = () =>
  answerOf(api.POST('/api/jobs/cancel', { body: { status: 'queued' } }));

export const cancelBatch = (id: string) =>
  answerOf(api.POST('/api/batches/{id}/cancel', { params: { path: { id } } }));

/** Runs the job again as it was, with the fields that `changes` replaces. */
export const rerunJob = (id: string, changes?: Record<string, unknown>) =>
  answerOf(
    api.POST('/api/jobs/{prompt_id}/rerun', {
      params: { path: { prompt_id: id }, header: { 'Idempotency-Key': randomId() } },
      body: changes === undefined ? {} : { changes },
    }),
  );
