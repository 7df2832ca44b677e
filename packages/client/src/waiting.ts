import type { Client } from 'openapi-fetch';
import { KinoraError } from './errors.ts';
import type { paths } from './schema.d.ts';
import { sleep } from './sleep.ts';
import type { Batch, Job } from './types.ts';

export interface WaitOptions {
  /** Ends the wait with the signal's reason; the work on the service goes on. */
  readonly signal?: AbortSignal | null | undefined;
}

export interface BatchWaitOptions extends WaitOptions {
  readonly onProgress?: ((batch: Batch) => void) | undefined;
}

/** Below the 60 s after which many proxies give up. */
const WAIT_SECONDS = 50;
/** How many jobs one request can wait for. */
const MAX_WAITED = 200;
/** How often something is looked at whose end no request waits for. */
const BETWEEN_LOOKS_MS = 500;

const UNFINISHED: Job['status'][] = ['queued', 'running'];

/** A batch is cancelled before its jobs are. */
const isOver = ({ status, counts }: Batch): boolean =>
  status !== 'running' && counts.queued + counts.running === 0;

const isUnfinished = ({ status }: Pick<Job, 'status'>): boolean => UNFINISHED.includes(status);

/** Resolves once the job has ended. */
export async function jobAfterEnd(
  client: Client<paths>,
  prompt_id: string,
  { signal = null }: WaitOptions,
): Promise<Job> {
  const params = { path: { prompt_id }, query: { wait: WAIT_SECONDS } };
  for (;;) {
    const askedAt = performance.now();
    const { data, response } = await client.GET('/api/jobs/{prompt_id}', { params, signal });
    if (data && !isUnfinished(data)) return data;
    await pauseIfAsked(response, signal);
    await pauseAfterShort(askedAt, signal);
  }
}

/** Resolves once one of the jobs has ended, of the first 200. */
async function untilOneEnds(
  client: Client<paths>,
  jobs: readonly Pick<Job, 'prompt_id'>[],
  signal: AbortSignal | null,
): Promise<void> {
  const prompt_ids = jobs.slice(0, MAX_WAITED).map(({ prompt_id }) => prompt_id);
  if (prompt_ids.length === 0) return;
  const query = { prompt_ids, wait: WAIT_SECONDS, until: 'any' } as const;
  for (;;) {
    const askedAt = performance.now();
    const { data, response } = await client.GET('/api/jobs', { params: { query }, signal });
    if (data?.items.length !== prompt_ids.length || !data.items.every(isUnfinished)) return;
    await pauseIfAsked(response, signal);
    await pauseAfterShort(askedAt, signal);
  }
}

/** The service answers at once, with `Retry-After`, when the caller has too many waiting requests. */
async function pauseIfAsked({ headers }: Response, signal: AbortSignal | null): Promise<void> {
  const seconds = Number(headers.get('Retry-After'));
  if (seconds > 0) await sleep(seconds * 1000, signal);
}

/** What waits may be answered at once, as by a service that ends: asking again at once would never stop. */
async function pauseAfterShort(since: number, signal: AbortSignal | null): Promise<void> {
  if (performance.now() - since < BETWEEN_LOOKS_MS) await sleep(BETWEEN_LOOKS_MS, signal);
}

/** Submits; at the key's limit of unfinished jobs, waits until one has ended and submits again. */
export async function inTurn<T>(
  client: Client<paths>,
  submit: () => Promise<T>,
  { signal = null }: WaitOptions,
): Promise<T> {
  for (let refusals = 0; ; refusals += 1) {
    const askedAt = performance.now();
    try {
      return await submit();
    } catch (error) {
      if (!(error instanceof KinoraError) || error.code !== 'concurrency_cap') throw error;
      const { unfinished } = error.body as { unfinished: readonly Pick<Job, 'prompt_id'>[] };
      await untilOneEnds(client, unfinished, signal);
      // Others may take the turn each time, or the list be older than the refusal.
      if (refusals > 0) await pauseAfterShort(askedAt, signal);
    }
  }
}

/** Resolves once the batch and its jobs have ended. Calls `onProgress` at the start and each time that a job has ended. */
export async function batchAfterEnd(
  client: Client<paths>,
  id: string,
  { signal = null, onProgress }: BatchWaitOptions,
): Promise<Batch> {
  const query = { batch: id, status: UNFINISHED, limit: MAX_WAITED };
  for (;;) {
    const { data: batch } = await client.GET('/api/batches/{id}', {
      params: { path: { id } },
      signal,
    });
    if (batch) onProgress?.(batch);
    if (batch && isOver(batch)) return batch;
    const { data: jobs } = await client.GET('/api/jobs', { params: { query }, signal });
    if (jobs && jobs.items.length > 0) await untilOneEnds(client, jobs.items, signal);
    else await sleep(BETWEEN_LOOKS_MS, signal);
  }
}
