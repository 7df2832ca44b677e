import type { Schemas } from '@kinora/client';
import { useQuery } from '@tanstack/react-query';
import { api, postOnce } from './client';

export type Generation = Schemas['GenerationSummaryResponse'];
export type GenerationPlan = Schemas['GenerationPlanResponse'];
export type GenerationBody = Omit<Schemas['GenerateDto'], 'dry_run'>;
/** Null: new takes of what is out of date or rejected, with the same settings. */
export type GenerationRequest = GenerationBody | null;

const NEWEST = 10;

/** The newest calls that made takes of many shots. */
export const useGenerations = (project: string) =>
  useQuery({
    queryKey: ['project', project, 'generations'],
    queryFn: ({ signal }) =>
      api.get('/api/projects/{project_id}/generations', {
        params: { path: { project_id: project }, query: { limit: NEWEST } },
        signal,
      }),
    select: ({ items }) => items,
  });

/** What would be made. Nothing is stored. */
export const useGenerationPlan = (
  project: string,
  request: GenerationRequest,
  { enabled }: { readonly enabled: boolean },
) =>
  useQuery({
    queryKey: ['project', project, 'generation-plan', request],
    queryFn: async () => (await send(project, request, { isDry: true })) as GenerationPlan,
    enabled,
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });

export const startGeneration = async (
  project: string,
  request: GenerationRequest,
): Promise<Generation> => (await send(project, request, { isDry: false })) as Generation;

function send(
  project: string,
  request: GenerationRequest,
  { isDry: dry_run }: { readonly isDry: boolean },
) {
  const params = { path: { project_id: project } };
  const post = dry_run ? api.post : postOnce;
  return request === null
    ? post('/api/projects/{project_id}/regenerate', { params, body: { dry_run } })
    : post('/api/projects/{project_id}/generate', { params, body: { ...request, dry_run } });
}

export const cancelGeneration = (project: string, id: string) =>
  api.post('/api/projects/{project_id}/generations/{generation_id}/cancel', {
    params: { path: { project_id: project, generation_id: id } },
  });
