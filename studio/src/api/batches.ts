import { answerOf, api } from './client';
import { randomId } from './ids';
import type { Schemas } from './types';

export type Batch = Schemas['BatchResponse'];
export type BatchPlan = Schemas['BatchPlanResponse'];
export type BatchBody = Omit<Schemas['BatchDto'], 'dry_run' | 'mode' | 'count'> & {
  readonly mode?: 'product' | 'zip';
  readonly count?: number;
};

/** Makes a batch; its runs are submitted one after another. */
export async function createBatch(body: BatchBody, key: string = randomId()): Promise<Batch> {
  const answer = await answerOf(
    api.POST('/api/batches', {
      params: { header: { 'Idempotency-Key': key } },
      body: { ...body, dry_run: false } as Schemas['BatchDto'],
    }),
  );
  return answer as Batch;
}

/** What the batch would do: how many runs, how long, and what of it is refused. */
export async function planBatch(body: BatchBody, signal?: AbortSignal): Promise<BatchPlan> {
  const answer = await answerOf(
    api.POST('/api/batches', { body: { ...body, dry_run: true } as Schemas['BatchDto'], signal }),
  );
  return answer as BatchPlan;
}

/** Ids of the jobs that the batch has made so far, in its order. */
export async function batchJobs(id: string): Promise<readonly string[]> {
  const { items } = await answerOf(
    api.GET('/api/batches/{id}/children', { params: { path: { id }, query: { limit: 200 } } }),
  );
  return items.flatMap(({ prompt_id }) => (prompt_id === null ? [] : [prompt_id]));
}
