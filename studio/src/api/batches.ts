import type { Batch, BatchBody, Schemas } from '@kinora/client';
import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { isBatchId } from './ids';
import { allItems } from './pages';

export type BatchPlan = Schemas['BatchPlanResponse'];
export type BatchRun = Schemas['BatchChildResponse'];

/**
 * Makes a batch; its runs are submitted one after another.
 * @param key idempotency key
 */
export async function createBatch(body: BatchBody, key: string): Promise<Batch> {
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

/** Id of the newest job of a batch, whose runs become jobs one after another; asks for nothing when the id is none of a batch. */
export const useNewestJobOf = (batch = '') =>
  useQuery({
    queryKey: ['batch', batch, 'newest'],
    queryFn: async ({ signal }) => {
      const page = await api.get('/api/jobs', { params: { query: { batch, limit: 1 } }, signal });
      return page.items[0]?.prompt_id ?? null;
    },
    enabled: isBatchId(batch),
  });

/** The runs of a batch with the values that differ; asks for nothing when the id is none of a batch. */
export const useBatchRuns = (id = '') =>
  useQuery({
    queryKey: ['batch', id, 'runs'],
    queryFn: ({ signal }) =>
      allItems((query) =>
        api.get('/api/batches/{id}/children', { params: { path: { id }, query }, signal }),
      ),
    enabled: isBatchId(id),
  });

/** Runs on one page of a contact sheet. */
export const SHEET_RUNS = 64;

/** A picture of the results of a batch, which the service draws for each request. @param page from 1 */
export const useContactSheet = (id: string, page: number) =>
  useQuery({
    queryKey: ['contact-sheet', id, page],
    queryFn: ({ signal }): Promise<Blob> =>
      api.get('/api/batches/{id}/contact-sheet', {
        params: { path: { id }, query: { page } },
        parseAs: 'blob',
        signal,
      }),
    staleTime: 'static',
    gcTime: 0,
  });
