import type { Schemas } from '@kinora/client';
import { useQuery } from '@tanstack/react-query';
import { api } from './client';

export type ImportedWorkflow = Schemas['ImportedWorkflowResponse'];

/** For admins: files of the workflows folder whose current content is not in the catalogue, with the reasons. */
export const useWorkflowProblems = ({ enabled }: { readonly enabled: boolean }) =>
  useQuery({
    queryKey: ['workflows', 'problems'],
    queryFn: async () =>
      (await api.get('/api/workflows', { params: { query: { with_problems: true, limit: 1 } } }))
        .problems ?? [],
    enabled,
  });

/** Imports a graph, or the one inside a media file of the caller. */
export const importWorkflow = (body: Schemas['ImportWorkflowDto']) =>
  api.post('/api/workflows', { body });

/** Removes an imported workflow; its jobs and their outputs stay. */
export const removeWorkflow = (id: string) =>
  api.delete('/api/workflows/{workflow_id}', { params: { path: { workflow_id: id } } });
