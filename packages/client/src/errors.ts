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
export class KinoraError extends Error {
  override readonly name = 'KinoraError';
  /** Stable, such as `concurrency_cap`: see `GET /api/errors`. `validation_failed` for refused fields. */
  readonly code: string;
  /** What is wrong and what to do, for people; also the `message`. */
  readonly detail: string;
  /** The call to make next, where there is one. */
  readonly hint: string | undefined;
  /** The refused fields; empty for other errors. */
  readonly fields: readonly FieldError[];

  constructor(
    readonly status: number,
    /** The whole answer, with what some codes add. `null` if it was not JSON, as of a proxy. */
    readonly body: unknown,
    /** From the header `Retry-After`. */
    readonly retryAfterSeconds?: number,
  ) {
    const { detail, code, hint } = isObject(body) ? body : {};
    const fields = Array.isArray(detail) ? (detail as FieldError[]) : [];
    const unknown = `The service answered ${status}.`;
    const text = Array.isArray(detail) ? fields.map(({ msg }) => msg).join(' ') : detail;
    super(typeof text === 'string' ? text : unknown);
    this.detail = this.message;
    this.fields = fields;
    this.hint = typeof hint === 'string' ? hint : undefined;
    if (typeof code === 'string') this.code = code;
    else this.code = Array.isArray(detail) ? 'validation_failed' : 'unknown';
  }
}

/** The service can't be reached, or the connection broke before the whole answer had arrived. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause?: unknown, address?: string) {
    super(`Kinora can’t be reached${address === undefined ? '' : ` at ${address}`}.`, { cause });
  }
}

/** A job that ended as `failed` or `cancelled`. */
export class JobError extends Error {
  override readonly name = 'JobError';
  /** Stable, such as `out_of_memory`: see `job_errors` of `GET /api/errors`. */
  readonly code: string;

  constructor(readonly job: Job) {
    super(job.error?.message ?? `The job was ${job.status}.`);
    this.code = job.error?.code ?? job.status;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
