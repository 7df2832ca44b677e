import { type Batch, type BatchBody, randomId, type Schemas } from '@kinora/client';
import { api } from './client';

export type BatchPlan = Schemas['BatchPlanResponse'];

/** Makes a batch; its runs are submitted one after another. */
export async function createBatch(body: BatchBody, key: string = randomId()): Promise<Batch> {
  const answer = await api.post('/api/batches', {
    params: { header: { 'Idempotency-Key': key } },
    body: { ...body, dry_run: false },
  });
  return answer as Batch;
}

/** What the batch would do: how many runs, how long, and what of it is refused. */
export async function planBatch(body: BatchBody, signal?: AbortSignal): Promise<BatchPlan> {
  const answer = await api.post('/api/batches', { body: { ...body, dry_run: true }, signal });
  return answer as BatchPlan;
}

/** Ids of the jobs that the batch has made so far, in its order. */
export async function batchJobs(id: string): Promise<readonly string[]> {
  const { items } = await api.get('/api/batches/{id}/children', {
    params: { path: { id }, query: { limit: 200 } },
  });
  return items.flatMap(({ prompt_id }) => (prompt_id === null ? [] : [prompt_id]));
}
