import type { Schemas } from '@kinora/client';
import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, postOnce } from './client';
import { allItems, cursorPages } from './pages';
import type { Checkpoint } from './training-runs';

export type TrainedLora = Schemas['ListedLoraResponse'];
export type PublishedLora = Schemas['PublishedLoraResponse'];

const PAGE = 60;

/** LoRAs that the caller's runs have published, newest first. */
export const useTrainedLoras = () =>
  useInfiniteQuery({
    queryKey: ['trained-loras', 'pages'],
    ...cursorPages(PAGE, (query, signal) =>
      api.get('/api/lora-training/loras', { params: { query }, signal }),
    ),
  });

/** What one run has published. */
export const useLorasOfRun = (run: string) =>
  useQuery({
    queryKey: ['trained-loras', 'run', run],
    queryFn: ({ signal }) =>
      allItems((page) => {
        const query = { ...page, job_name: run };
        return api.get('/api/lora-training/loras', { params: { query }, signal });
      }),
  });

type CheckpointId = Pick<Checkpoint, 'job_name' | 'name'>;

/** Copies a checkpoint to the LoRA folder of the nodes. @param name of the new file; `''` for the API's default */
export const publishCheckpoint = (
  { job_name, name: checkpoint }: CheckpointId,
  name: string,
): Promise<PublishedLora> =>
  api.post('/api/lora-training/jobs/{job_name}/checkpoints/{name}/publish', {
    params: { path: { job_name, name: checkpoint } },
    body: name === '' ? {} : { name },
  });

/** Gives a checkpoint to a character, and publishes it first if it is not published. */
export const bindCheckpoint = (
  { job_name, name }: CheckpointId,
  body: Pick<Schemas['BindDto'], 'character' | 'workflow' | 'strength'>,
) =>
  api.post('/api/lora-training/jobs/{job_name}/bind', {
    params: { path: { job_name } },
    body: { ...body, checkpoint: name },
  });

/** Renders the latest checkpoints side by side, as a batch. */
export const compareCheckpoints = (
  job_name: string,
  body: Pick<Schemas['GridDto'], 'workflow' | 'strengths'>,
) =>
  postOnce('/api/lora-training/jobs/{job_name}/grid', {
    params: { path: { job_name } },
    body,
  });

/** Removes a LoRA from the folder of the nodes. @param force even if characters use it or its run has not ended */
export const unpublishLora = (name: string, { force }: { readonly force: boolean }) =>
  api.delete('/api/lora-training/loras/{name}', {
    params: { path: { name }, query: force ? { force } : {} },
  });

/** Fetches LoRAs again wherever they are listed. */
export function refreshLoras(queries: QueryClient): void {
  for (const key of ['trained-loras', 'loras', 'characters', 'character'])
    void queries.invalidateQueries({ queryKey: [key] });
}
