import { KinoraError } from "./errors.js";
import { sleep } from "./sleep.js";
/** Below the 60 s after which many proxies give up. */
const WAIT_SECONDS = 50;
/** How many jobs one request can wait for. */
const MAX_WAITED = 200;
/** How often a batch is looked at while none of its jobs is unfinished. */
const BETWEEN_JOBS_MS = 500;
const UNFINISHED = ['queued', 'running'];
const isUnfinished = ({ status }) => UNFINISHED.includes(status);
/** Resolves once the job has ended. */
export async function jobAfterEnd(client, prompt_id, { signal = null }) {
    const params = { path: { prompt_id }, query: { wait: WAIT_SECONDS } };
    for (;;) {
        const { data, response } = await client.GET('/api/jobs/{prompt_id}', { params, signal });
        if (data && !isUnfinished(data))
            return data;
        await pauseIfAsked(response, signal);
    }
}
/** Resolves once one of the jobs has ended, of the first 200. */
async function untilOneEnds(client, jobs, signal) {
    const prompt_ids = jobs.slice(0, MAX_WAITED).map(({ prompt_id }) => prompt_id);
    const query = { prompt_ids, wait: WAIT_SECONDS, until: 'any' };
    for (;;) {
        const { data, response } = await client.GET('/api/jobs', { params: { query }, signal });
        if (data?.items.length !== prompt_ids.length || !data.items.every(isUnfinished))
            return;
        await pauseIfAsked(response, signal);
    }
}
/** The service answers at once, with `Retry-After`, when the caller has too many waiting requests. */
async function pauseIfAsked({ headers }, signal) {
    const seconds = Number(headers.get('Retry-After'));
    if (seconds > 0)
        await sleep(seconds * 1000, signal);
}
/** Submits; at the key's limit of unfinished jobs, waits until one has ended and submits again. */
export async function inTurn(client, submit, { signal = null }) {
    for (;;) {
        try {
            return await submit();
        }
        catch (error) {
            if (!(error instanceof KinoraError) || error.code !== 'concurrency_cap')
                throw error;
            const { unfinished } = error.body;
            await untilOneEnds(client, unfinished, signal);
        }
    }
}
/** Resolves once the batch and its jobs have ended. Calls `onProgress` at the start and each time that a job has ended. */
export async function batchAfterEnd(client, id, { signal = null, onProgress }) {
    const query = { batch: id, status: UNFINISHED, limit: MAX_WAITED };
    for (;;) {
        const { data: batch } = await client.GET('/api/batches/{id}', {
            params: { path: { id } },
            signal,
        });
        if (batch)
            onProgress?.(batch);
        if (batch && batch.status !== 'running')
            return batch;
        const { data: jobs } = await client.GET('/api/jobs', { params: { query }, signal });
        if (jobs && jobs.items.length > 0)
            await untilOneEnds(client, jobs.items, signal);
        else
            await sleep(BETWEEN_JOBS_MS, signal);
    }
}
