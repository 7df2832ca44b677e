import type { Client } from 'openapi-fetch';
import type { paths } from './schema.d.ts';
import type { Batch, Job } from './types.ts';
export interface WaitOptions {
    /** Ends the wait with the signal's reason; the work on the service goes on. */
    readonly signal?: AbortSignal | null | undefined;
}
export interface BatchWaitOptions extends WaitOptions {
    readonly onProgress?: ((batch: Batch) => void) | undefined;
}
/** Resolves once the job has ended. */
export declare function jobAfterEnd(client: Client<paths>, prompt_id: string, { signal }: WaitOptions): Promise<Job>;
/** Submits; at the key's limit of unfinished jobs, waits until one has ended and submits again. */
export declare function inTurn<T>(client: Client<paths>, submit: () => Promise<T>, { signal }: WaitOptions): Promise<T>;
/** Resolves once the batch and its jobs have ended. Calls `onProgress` at the start and each time that a job has ended. */
export declare function batchAfterEnd(client: Client<paths>, id: string, { signal, onProgress }: BatchWaitOptions): Promise<Batch>;
