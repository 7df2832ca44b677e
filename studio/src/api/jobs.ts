import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client';
import { randomId } from './ids';
import type { paths } from './schema';

type ListQuery = NonNullable<paths['/api/jobs']['get']['parameters']['query']>;

/** Which jobs a list has. */
export type JobFilter = Omit<ListQuery, 'cursor' | 'prompt_ids' | 'wait' | 'until'>;

/** Jobs, newest first, page by page. */
export const useJobs = (filter: JobFilter = {}) =>
  useInfiniteQuery({
    queryKey: ['jobs', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      answerOf(api.GET('/api/jobs', { params: { query: { ...filter, cursor } }, signal })),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

/** One job with everything that is known of it. */
export const useJob = (promptId: string | null | undefined) =>
  useQuery({
    queryKey: ['job', promptId],
    enabled: Boolean(promptId),
    queryFn: ({ signal }) => fetchJob(promptId ?? '', signal),
  });

const fetchJob = (prompt_id: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/jobs/{prompt_id}', { params: { path: { prompt_id } }, signal }));

/** The request as it was sent, with its resolved seed: what "again" and "use all settings" send. */
export const fetchJobRequest = (prompt_id: string) =>
  answerOf(api.GET('/api/jobs/{prompt_id}/request', { params: { path: { prompt_id } } }));

export const cancelJob = (prompt_id: string) =>
  answerOf(api.POST('/api/jobs/{prompt_id}/cancel', { params: { path: { prompt_id } } }));

/** Cancels the jobs that wait; those that run go on. */
export const cancelQueuedJobs = () =>
  answerOf(api.POST('/api/jobs/cancel', { body: { status: 'queued' } }));

/** The same request once more. Changes of `null` take a field away. */
export const rerunJob = (prompt_id: string, changes?: Record<string, unknown>) =>
  answerOf(
    api.POST('/api/jobs/{prompt_id}/rerun', {
      params: { path: { prompt_id }, header: { 'Idempotency-Key': randomId() } },
      body: changes ? { changes } : {},
    }),
  );
