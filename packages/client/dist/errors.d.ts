import type { Job } from './types.ts';
/** One field of a request that the service refused. */
export interface FieldError {
    /** Where it is in the request: `['body', 'characters', 0, 'id']`. */
    readonly loc: readonly (string | number)[];
    /** What to send instead. */
    readonly msg: string;
    readonly type: string;
}
/** An answer of the service other than 2xx. */
export declare class KinoraError extends Error {
    readonly status: number;
    /** The whole answer, with what some codes add. `null` if it was no JSON, as of a proxy. */
    readonly body: unknown;
    /** From the header `Retry-After`. */
    readonly retryAfterSeconds?: number | undefined;
    readonly name = "KinoraError";
    /** Stable, such as `concurrency_cap`: see `GET /api/errors`. `validation_failed` for refused fields. */
    readonly code: string;
    /** What is wrong and what to do, for people; also the `message`. */
    readonly detail: string;
    /** The call to make next, where there is one. */
    readonly hint: string | undefined;
    /** The refused fields; empty for other errors. */
    readonly fields: readonly FieldError[];
    constructor(status: number, 
    /** The whole answer, with what some codes add. `null` if it was no JSON, as of a proxy. */
    body: unknown, 
    /** From the header `Retry-After`. */
    retryAfterSeconds?: number | undefined);
}
/** The service can't be reached, or the connection broke before the whole answer had arrived. */
export declare class ConnectionError extends Error {
    readonly name = "ConnectionError";
    constructor(cause?: unknown);
}
/** A job that ended as `failed` or `cancelled`. */
export declare class JobError extends Error {
    readonly job: Job;
    readonly name = "JobError";
    /** Stable, such as `out_of_memory`: see `job_errors` of `GET /api/errors`. */
    readonly code: string;
    constructor(job: Job);
}
