/** An answer of the service other than 2xx. */
export class KinoraError extends Error {
    status;
    body;
    retryAfterSeconds;
    name = 'KinoraError';
    /** Stable, such as `concurrency_cap`: see `GET /api/errors`. `validation_failed` for refused fields. */
    code;
    /** What is wrong and what to do, for people; also the `message`. */
    detail;
    /** The call to make next, where there is one. */
    hint;
    /** The refused fields; empty for other errors. */
    fields;
    constructor(status, 
    /** The whole answer, with what some codes add. `null` if it was no JSON, as of a proxy. */
    body, 
    /** From the header `Retry-After`. */
    retryAfterSeconds) {
        const { detail, code, hint } = isObject(body) ? body : {};
        const fields = Array.isArray(detail) ? detail : [];
        const unknown = `The service answered ${status}.`;
        const text = Array.isArray(detail) ? fields.map(({ msg }) => msg).join(' ') : detail;
        super(typeof text === 'string' ? text : unknown);
        this.status = status;
        this.body = body;
        this.retryAfterSeconds = retryAfterSeconds;
        this.detail = this.message;
        this.fields = fields;
        this.hint = typeof hint === 'string' ? hint : undefined;
        if (typeof code === 'string')
            this.code = code;
        else
            this.code = Array.isArray(detail) ? 'validation_failed' : 'unknown';
    }
}
/** The service can't be reached, or the connection broke before the whole answer had arrived. */
export class ConnectionError extends Error {
    name = 'ConnectionError';
    constructor(cause) {
        super('Kinora can’t be reached.', { cause });
    }
}
/** A job that ended as `failed` or `cancelled`. */
export class JobError extends Error {
    job;
    name = 'JobError';
    /** Stable, such as `out_of_memory`: see `job_errors` of `GET /api/errors`. */
    code;
    constructor(job) {
        super(job.error?.message ?? `The job was ${job.status}.`);
        this.job = job;
        this.code = job.error?.code ?? job.status;
    }
}
const isObject = (value) => typeof value === 'object' && value !== null;
