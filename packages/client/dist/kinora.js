import createClient from 'openapi-fetch';
import { followEvents, readStream, } from "./event-stream.js";
import { JobError, KinoraError } from "./errors.js";
import { randomId } from "./random-id.js";
import { isRepeatable } from "./retry.js";
import { Transport, wholeAnswer } from "./transport.js";
import { batchAfterEnd, inTurn, jobAfterEnd, } from "./waiting.js";
/** A Kinora service. All methods throw {@link KinoraError} for an answer other than 2xx, and `ConnectionError` for none. */
export class Kinora {
    get;
    post;
    put;
    patch;
    delete;
    transport;
    client;
    constructor(options) {
        this.transport = new Transport(options);
        this.client = createClient({
            baseUrl: this.transport.url,
            querySerializer: { array: { style: 'form', explode: false } },
            fetch: (request) => this.transport.send(() => request.clone(), { mayRepeat: isRepeatable(request), signal: request.signal }, wholeAnswer),
        });
        this.get = this.call('get');
        this.post = this.call('post');
        this.put = this.call('put');
        this.patch = this.call('patch');
        this.delete = this.call('delete');
    }
    /** Submits a job. Resolves as soon as it is accepted; with `submit: false` nothing is made. */
    generate(kind, body, { idempotencyKey = randomId(), signal = null } = {}) {
        const init = { params: { header: { 'Idempotency-Key': idempotencyKey } }, signal };
        const answer = kind === 'image'
            ? this.post('/api/image/generate', { ...init, body: body })
            : this.post('/api/video/generate', { ...init, body: body });
        return answer;
    }
    /**
     * Submits a job and waits for its end; at the key's limit of unfinished jobs it first waits for its turn.
     * @throws JobError if the job fails or is cancelled
     */
    async generateAndWait(kind, body, { idempotencyKey = randomId(), ...options } = {}) {
        const submit = () => this.generate(kind, body, { idempotencyKey, signal: options.signal });
        const { prompt_id } = await inTurn(this.client, submit, options);
        if (prompt_id === undefined)
            throw new TypeError('`submit: false` makes no job to wait for.');
        const job = await this.waitForJob(prompt_id, options);
        if (job.status !== 'completed')
            throw new JobError(job);
        return job;
    }
    /** Waits until the job has ended, however it ends. */
    async waitForJob(promptId, { signal, onProgress } = {}) {
        const over = new AbortController();
        const stop = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
        const ended = jobAfterEnd(this.client, promptId, { signal: stop });
        try {
            // An error of `onProgress` ends the wait.
            if (onProgress)
                await Promise.race([ended, this.reportProgress(promptId, onProgress, stop)]);
            return await ended;
        }
        finally {
            over.abort();
        }
    }
    /** Makes a batch, which runs by itself from then on, and waits until all its jobs have ended, however they end. */
    async runBatch(body, { idempotencyKey = randomId(), ...options } = {}) {
        const params = { header: { 'Idempotency-Key': idempotencyKey } };
        const { signal = null } = options;
        const made = await this.post('/api/batches', {
            params,
            body: { ...body, dry_run: false },
            signal,
        });
        return this.waitForBatch(made.id, options);
    }
    waitForBatch(id, options = {}) {
        return batchAfterEnd(this.client, id, options);
    }
    /**
     * Events of all that the key may see, or of one job: `for await (const event of kinora.events())`. They go on over broken
     * connections and restarts; `resync` says that some were missed.
     */
    events(options = {}) {
        return followEvents(this.openStream, options);
    }
    /** As {@link events}, until the connection ends: for callers that decide themselves when to connect again. */
    eventsOfOneConnection(options = {}) {
        return readStream(this.openStream, options);
    }
    /** Uploads a file. The same bytes again answer the first upload, `duplicate: true`. */
    upload(file, { name = 'upload', signal = null } = {}) {
        const form = new FormData();
        form.set('file', file, file instanceof File ? file.name : name);
        const request = () => new Request(`${this.transport.url}/api/media`, { method: 'POST', body: form, signal });
        return this.transport.send(request, { mayRepeat: true, signal }, (answer) => answer.json());
    }
    /**
     * Fetches a file. Resolves when the answer begins: its `body` is a stream, `blob()` the whole file.
     * @param path the `path` or `url` of an output or of a media record
     * @param thumbnail a WebP whose longer side has so many pixels, in place of the file
     */
    download(path, { thumbnail, signal = null, } = {}) {
        const route = path.startsWith('/media/') ? path : `/media/${encodeURIComponent(path)}`;
        const url = new URL(this.transport.url + route);
        if (thumbnail !== undefined)
            url.searchParams.set('thumbnail', String(thumbnail));
        const request = () => new Request(url, { signal });
        return this.transport.send(request, { mayRepeat: true, signal }, (answer) => Promise.resolve(answer));
    }
    openStream = (path, headers, signal) => 
    // Whoever reads the stream connects again by itself.
    this.transport.send(() => new Request(this.transport.url + path, { headers, signal, cache: 'no-store' }), { mayRepeat: false, signal }, (answer) => Promise.resolve(answer));
    async reportProgress(job, onProgress, signal) {
        try {
            for await (const { kind, data } of this.events({ job, kinds: ['job', 'progress'], signal })) {
                const progress = kind === 'job' ? data.progress : kind === 'progress' ? data : null;
                if (progress?.fraction !== undefined)
                    onProgress(progress.fraction);
            }
        }
        catch (error) {
            // Without events there is no progress to report; whether the job ends doesn't depend on them.
            if (!signal.aborted && !(error instanceof KinoraError))
                throw error;
        }
    }
    call(method) {
        const send = this.client[method.toUpperCase()];
        return (async (path, init) => (await send(path, init)).data);
    }
}
/** A client of the service at `url`. */
export const createKinora = (options) => new Kinora(options);
