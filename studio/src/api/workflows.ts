import { queryOptions, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from './client';
import { allItems } from './pages';
import { queryClient } from './query-client';
import type { Workflow } from './types';

export const workflowsQuery = queryOptions({
  queryKey: ['workflows', 'all'],
  queryFn: ({ signal }) =>
    allItems((query) => api.get('/api/workflows', { params: { query }, signal })),
});

export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflow', id],
    queryFn: ({ signal }) =>
      api.get('/api/workflows/{workflow_id}', {
        params: { path: { workflow_id: id } },
        signal,
      }),
  });

/** One workflow, from memory if it is there. */
export const loadWorkflow = (id: string) =>
  queryClient.query({ ...workflowQuery(id), staleTime: 'static' });

/**
 * Every workflow that the caller may use, with its params, except those that can't be read. Nothing until all have been
 * looked at; records that come later don't take the others away meanwhile.
 */
export function useWorkflowRecords({ enabled }: { readonly enabled: boolean }) {
  const { data: list, error, refetch } = useQuery({ ...workflowsQuery, enabled });
  const settled = useQueries({
    queries: (list ?? []).map(({ id }) => ({ ...workflowQuery(id), enabled })),
    combine: allSettled,
  });
  const current = list && settled;
  const [records, setRecords] = useState(current);
  if (current !== undefined && current !== records) setRecords(current);
  return { records, error, refetch };
}

const allSettled = (results: readonly UseQueryResult<Workflow>[]) =>
  results.some(({ isPending }) => isPending)
    ? undefined
    : results.flatMap(({ data }) => data ?? []);

/** Every workflow that the caller may use. */
export const useWorkflows = () => useQuery(workflowsQuery);

/** The name of a workflow; its id while names load, or once it is gone. */
export const useWorkflowName = (id: string): string =>
  useWorkflows().data?.find((workflow) => workflow.id === id)?.name ?? id;

/** One workflow with its live params; nothing is asked for an empty id. */
export const useWorkflow = (id: string, { enabled = true } = {}) =>
  useQuery({ ...workflowQuery(id), enabled: enabled && id !== '' });
