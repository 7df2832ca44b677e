import createClient, {
  type Client,
  type ClientPathsWithMethod,
  type MaybeOptionalInit,
  type MethodResponse,
} from 'openapi-fetch';
import {
  type EventOptions,
  followEvents,
  type OpenStream,
  readStream,
  type StreamOptions,
} from './event-stream.ts';
import { JobError, KinoraError } from './errors.ts';
import { randomId } from './random-id.ts';
import { isRepeatable } from './retry.ts';
import type { paths } from './schema.d.ts';
import { Transport, type TransportOptions, wholeAnswer } from './transport.ts';
import {
  batchAfterEnd,
  type BatchWaitOptions,
  inTurn,
  jobAfterEnd,
  type WaitOptions,
} from './waiting.ts';
import type {
  Batch,
  BatchBody,
  GenerateAnswer,
  GenerateBody,
  Job,
  LiveEvent,
  UploadedMedia,
} from './types.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * Calls a route and resolves to its answer. Takes `params` (`path`, `query`, `header`), `body` and `signal`, and
 * `parseAs: 'text' | 'blob'` where the answer isn't JSON.
 */
type Call<M extends Method> = <
  P extends ClientPathsWithMethod<Client<paths>, M>,
  Init extends MaybeOptionalInit<paths[P], M>,
>(
  path: P,
  ...init: undefined extends Init ? [Init?] : [Init]
) => Promise<MethodResponse<Client<paths>, M, P, Init>>;

export interface JobWaitOptions extends WaitOptions {
  /** Called as the job goes on, with its progress from 0 to 1, as far as the service accepts a further event stream. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

export interface SubmitOptions extends WaitOptions {
  /** Requests with the same key are one request; drawn by default. */
  readonly idempotencyKey?: string | undefined;
}

/** A Kinora service. All methods throw {@link KinoraError} for an answer other than 2xx, and `ConnectionError` for none. */
export class Kinora {
  readonly get: Call<'get'>;
  readonly post: Call<'post'>;
  readonly put: Call<'put'>;
  readonly patch: Call<'patch'>;
  readonly delete: Call<'delete'>;
  private readonly transport: Transport;
  private readonly client: Client<paths>;

  constructor(options: TransportOptions) {
    this.transport = new Transport(options);
    this.client = createClient<paths>({
      baseUrl: this.transport.url,
      querySerializer: { array: { style: 'form', explode: false } },
      fetch: (request) =>
        this.transport.send(
          () => request.clone(),
          { mayRepeat: isRepeatable(request), signal: request.signal },
          wholeAnswer,
        ),
    });
    this.get = this.call('get');
    this.post = this.call('post');
    this.put = this.call('put');
    this.patch = this.call('patch');
    this.delete = this.call('delete');
  }

  /** Submits a job. Resolves as soon as it is accepted; with `submit: false` nothing is made. */
  generate<K extends keyof GenerateBody>(
    kind: K,
    body: GenerateBody[K],
    { idempotencyKey = randomId(), signal = null }: SubmitOptions = {},
  ): Promise<GenerateAnswer[K]> {
    const init = { params: { header: { 'Idempotency-Key': idempotencyKey } }, signal };
    const answer: Promise<GenerateAnswer['image' | 'video']> =
      kind === 'image'
        ? this.post('/api/image/generate', { ...init, body: body })
        : this.post('/api/video/generate', { ...init, body: body });
    return answer as Promise<GenerateAnswer[K]>;
  }

  /**
   * Submits a job and waits for its end; at the key's limit of unfinished jobs it first waits for its turn.
   * @throws JobError if the job fails or is cancelled
   */
  async generateAndWait<K extends keyof GenerateBody>(
    kind: K,
    body: GenerateBody[K],
    { idempotencyKey = randomId(), ...options }: SubmitOptions & JobWaitOptions = {},
  ): Promise<Job> {
    const submit = (): Promise<GenerateAnswer[K]> =>
      this.generate(kind, body, { idempotencyKey, signal: options.signal });
    const { prompt_id } = await inTurn(this.client, submit, options);
    if (prompt_id === undefined) throw new TypeError('`submit: false` makes no job to wait for.');
    const job = await this.waitForJob(prompt_id, options);
    if (job.status !== 'completed') throw new JobError(job);
    return job;
  }

  /** Waits until the job has ended, however it ends. */
  async waitForJob(promptId: string, { signal, onProgress }: JobWaitOptions = {}): Promise<Job> {
    const over = new AbortController();
    const stop = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    const ended = jobAfterEnd(this.client, promptId, { signal: stop });
    try {
      // An error of `onProgress` ends the wait.
      if (onProgress) await Promise.race([ended, this.reportProgress(promptId, onProgress, stop)]);
      return await ended;
    } finally {
      over.abort();
    }
  }

  /** Makes a batch, which runs by itself from then on, and waits until all its jobs have ended, however they end. */
  async runBatch(
    body: BatchBody,
    { idempotencyKey = randomId(), ...options }: SubmitOptions & BatchWaitOptions = {},
  ): Promise<Batch> {
    const params = { header: { 'Idempotency-Key': idempotencyKey } };
    const { signal = null } = options;
    const made = await this.post('/api/batches', {
      params,
      body: { ...body, dry_run: false },
      signal,
    });
    return this.waitForBatch((made as Batch).id, options);
  }

  waitForBatch(id: string, options: BatchWaitOptions = {}): Promise<Batch> {
    return batchAfterEnd(this.client, id, options);
  }

  /**
   * Events of all that the key may see, or of one job: `for await (const event of kinora.events())`. They go on over broken
   * connections and restarts; `resync` says that some were missed.
   */
  events(options: EventOptions = {}): AsyncGenerator<LiveEvent, void> {
    return followEvents(this.openStream, options);
  }

  /** As {@link events}, until the connection ends: for callers that decide themselves when to connect again. */
  eventsOfOneConnection(options: StreamOptions = {}): AsyncGenerator<LiveEvent, void> {
    return readStream(this.openStream, options);
  }

  /** Uploads a file. The same bytes again answer the first upload, `duplicate: true`. */
  upload(
    file: Blob,
    { name = 'upload', signal = null }: WaitOptions & { readonly name?: string } = {},
  ): Promise<UploadedMedia> {
    const form = new FormData();
    form.set('file', file, file instanceof File ? file.name : name);
    const request = (): Request =>
      new Request(`${this.transport.url}/api/media`, { method: 'POST', body: form, signal });
    return this.transport.send(
      request,
      { mayRepeat: true, signal },
      (answer) => answer.json() as Promise<UploadedMedia>,
    );
  }

  /**
   * Fetches a file. Resolves when the answer begins: its `body` is a stream, `blob()` the whole file.
   * @param path the `path` or `url` of an output or of a media record
   * @param thumbnail a WebP whose longer side has so many pixels, in place of the file
   */
  download(
    path: string,
    {
      thumbnail,
      signal = null,
    }: WaitOptions & { readonly thumbnail?: 256 | 512 | 1024 | 2048 } = {},
  ): Promise<Response> {
    const route = path.startsWith('/media/') ? path : `/media/${encodeURIComponent(path)}`;
    const url = new URL(this.transport.url + route);
    if (thumbnail !== undefined) url.searchParams.set('thumbnail', String(thumbnail));
    const request = (): Request => new Request(url, { signal });
    return this.transport.send(request, { mayRepeat: true, signal }, (answer) =>
      Promise.resolve(answer),
    );
  }

  private readonly openStream: OpenStream = (path, headers, signal) =>
    // Whoever reads the stream connects again by itself.
    this.transport.send(
      () => new Request(this.transport.url + path, { headers, signal, cache: 'no-store' }),
      { mayRepeat: false, signal },
      (answer) => Promise.resolve(answer),
    );

  private async reportProgress(
    job: string,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      for await (const { kind, data } of this.events({ job, kinds: ['job', 'progress'], signal })) {
        const progress = kind === 'job' ? data.progress : kind === 'progress' ? data : null;
        if (progress?.fraction !== undefined) onProgress(progress.fraction);
      }
    } catch (error) {
      // Without events there is no progress to report; whether the job ends doesn't depend on them.
      if (!signal.aborted && !(error instanceof KinoraError)) throw error;
    }
  }

  private call<M extends Method>(method: M): Call<M> {
    const send = this.client[method.toUpperCase() as 'GET'] as (
      path: string,
      init?: object,
    ) => Promise<{ readonly data?: unknown }>;
    return (async (path: string, init?: object) => (await send(path, init)).data) as Call<M>;
  }
}

/** A client of the service at `url`. */
export const createKinora = (options: TransportOptions): Kinora => new Kinora(options);
