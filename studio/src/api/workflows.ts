import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client';
import { queryClient } from './query-client';
import type { WorkflowItem } from './types';

/** The largest page of a list. */
const PAGE = 200;

export const workflowsQuery = queryOptions({
  queryKey: ['workflows', 'all'],
  queryFn: ({ signal }) => allWorkflows(signal),
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
 * Every workflow that the caller may use, with its params. Only records that aren't in memory are read. Under `workflows`,
 * because they change with the list.
 */
export const useWorkflowRecords = ({ enabled }: { readonly enabled: boolean }) =>
  useQuery({
    queryKey: ['workflows', 'records'],
    queryFn: async ({ signal }) =>
      Promise.all(
        (await allWorkflows(signal)).map(({ id }) => queryClient.query(workflowQuery(id))),
      ),
    enabled,
  });

/** Every workflow that the caller may use. */
export const useWorkflows = () => useQuery(workflowsQuery);

/** The name of a workflow; its id while names load, or once it is gone. */
export const useWorkflowName = (id: string): string =>
  useWorkflows().data?.find((workflow) => workflow.id === id)?.name ?? id;

/** One workflow with its live params; nothing is asked for an empty id. */
export const useWorkflow = (id: string, { enabled = true } = {}) =>
  useQuery({ ...workflowQuery(id), enabled: enabled && id !== '' });

async function allWorkflows(signal: AbortSignal): Promise<readonly WorkflowItem[]> {
  const items: WorkflowItem[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.get('/api/workflows', {
      params: { query: { limit: PAGE, ...(cursor !== undefined && { cursor }) } },
      signal,
    });
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
