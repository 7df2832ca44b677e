import { type Client, type ClientPathsWithMethod, type MaybeOptionalInit, type MethodResponse } from 'openapi-fetch';
import { type EventOptions, type StreamOptions } from './event-stream.ts';
import type { paths } from './schema.d.ts';
import { type TransportOptions } from './transport.ts';
import { type BatchWaitOptions, type WaitOptions } from './waiting.ts';
import type { Batch, BatchBody, GenerateAnswer, GenerateBody, Job, LiveEvent, UploadedMedia } from './types.ts';
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/**
 * Calls a route and resolves to its answer. Takes `params` (`path`, `query`, `header`), `body` and `signal`, and
 * `parseAs: 'text' | 'blob'` where the answer isn't JSON.
 */
type Call<M extends Method> = <P extends ClientPathsWithMethod<Client<paths>, M>, Init extends MaybeOptionalInit<paths[P], M>>(path: P, ...init: undefined extends Init ? [Init?] : [Init]) => Promise<MethodResponse<Client<paths>, M, P, Init>>;
export interface JobWaitOptions extends WaitOptions {
    /** Called as the job goes on, with its progress from 0 to 1, as far as the service accepts a further event stream. */
    readonly onProgress?: ((fraction: number) => void) | undefined;
}
export interface SubmitOptions extends WaitOptions {
    /** Requests with the same key are one request; drawn by default. */
    readonly idempotencyKey?: string | undefined;
}
/** A Kinora service. All methods throw {@link KinoraError} for an answer other than 2xx, and `ConnectionError` for none. */
export declare class Kinora {
    readonly get: Call<'get'>;
    readonly post: Call<'post'>;
    readonly put: Call<'put'>;
    readonly patch: Call<'patch'>;
    readonly delete: Call<'delete'>;
    private readonly transport;
    private readonly client;
    constructor(options: TransportOptions);
    /** Submits a job. Resolves as soon as it is accepted; with `submit: false` nothing is made. */
    generate<K extends keyof GenerateBody>(kind: K, body: GenerateBody[K], { idempotencyKey, signal }?: SubmitOptions): Promise<GenerateAnswer[K]>;
    /**
     * Submits a job and waits for its end; at the key's limit of unfinished jobs it first waits for its turn.
     * @throws JobError if the job fails or is cancelled
     */
    generateAndWait<K extends keyof GenerateBody>(kind: K, body: GenerateBody[K], { idempotencyKey, ...options }?: SubmitOptions & JobWaitOptions): Promise<Job>;
    /** Waits until the job has ended, however it ends. */
    waitForJob(promptId: string, { signal, onProgress }?: JobWaitOptions): Promise<Job>;
    /** Makes a batch, which runs by itself from then on, and waits until all its jobs have ended, however they end. */
    runBatch(body: BatchBody, { idempotencyKey, ...options }?: SubmitOptions & BatchWaitOptions): Promise<Batch>;
    waitForBatch(id: string, options?: BatchWaitOptions): Promise<Batch>;
    /**
     * Events of all that the key may see, or of one job: `for await (const event of kinora.events())`. They go on over broken
     * connections and restarts; `resync` says that some were missed.
     */
    events(options?: EventOptions): AsyncGenerator<LiveEvent, void>;
    /** As {@link events}, until the connection ends: for callers that decide themselves when to connect again. */
    eventsOfOneConnection(options?: StreamOptions): AsyncGenerator<LiveEvent, void>;
    /** Uploads a file. The same bytes again answer the first upload, `duplicate: true`. */
    upload(file: Blob, { name, signal }?: WaitOptions & {
        readonly name?: string;
    }): Promise<UploadedMedia>;
    /**
     * Fetches a file. Resolves when the answer begins: its `body` is a stream, `blob()` the whole file.
     * @param path the `path` or `url` of an output or of a media record
     * @param thumbnail a WebP whose longer side has so many pixels, in place of the file
     */
    download(path: string, { thumbnail, signal, }?: WaitOptions & {
        readonly thumbnail?: 256 | 512 | 1024 | 2048;
    }): Promise<Response>;
    private readonly openStream;
    private reportProgress;
    private call;
}
/** A client of the service at `url`. */
export declare const createKinora: (options: TransportOptions) => Kinora;
export {};
