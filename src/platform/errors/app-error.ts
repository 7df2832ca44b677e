/** An error code as `GET /api/errors` lists it. */
export interface ErrorSpec {
  readonly code: string;
  readonly status: number;
  /** For the docs: when it happens, and what to do. */
  readonly meaning: string;
}

const catalogue = new Map<string, ErrorSpec>();

/** Registers a code once, at import; two modules with the same code fail at start. */
export function errorSpec(spec: ErrorSpec): ErrorSpec {
  if (catalogue.has(spec.code)) throw new Error(`error code ${spec.code} is defined twice`);
  catalogue.set(spec.code, spec);
  return spec;
}

/** Every code of this service, sorted. */
export function errorCatalogue(): readonly ErrorSpec[] {
  return [...catalogue.values()].sort((a, b) => a.code.localeCompare(b.code));
}

/** Why a job ended without success: what `GET /api/errors` answers about a code of a job's `error`. */
export interface JobErrorSpec {
  /** The job's status. */
  readonly status: 'failed' | 'cancelled';
  /** When it happens, and what to do. */
  readonly meaning: string;
}

const jobErrors = new Map<string, JobErrorSpec>();

/** Registers the codes of jobs that ended without success, at import. */
export function jobErrorSpecs<Code extends string>(
  specs: Readonly<Record<Code, JobErrorSpec>>,
): Readonly<Record<Code, JobErrorSpec>> {
  for (const [code, spec] of Object.entries<JobErrorSpec>(specs)) jobErrors.set(code, spec);
  return specs;
}

/** Every code of a job's `error`, sorted. */
export function jobErrorCatalogue(): readonly (JobErrorSpec & { readonly code: string })[] {
  return [...jobErrors]
    .map(([code, spec]) => ({ code, ...spec }))
    .sort((a, b) => a.code.localeCompare(b.code));
}

/** A code in a field of answers or events that comes without a message, as `GET /api/errors` lists it. */
export interface FieldCodeSpec {
  /** The record, the event or the kind of event, then the field. */
  readonly field: string;
  readonly code: string;
  /** When it happens, and what to do. */
  readonly meaning: string;
}

const fieldCodes: FieldCodeSpec[] = [];

/**
 * Registers the codes of a field and their meanings, at import.
 * @returns the codes
 */
export function fieldCodeSpecs<Code extends string>(
  field: string,
  meanings: Readonly<Record<Code, string>>,
): readonly Code[] {
  const codes = Object.keys(meanings) as Code[];
  for (const code of codes) fieldCodes.push({ field, code, meaning: meanings[code] });
  return codes;
}

/** Every code of such fields, sorted. */
export function fieldCodeCatalogue(): readonly FieldCodeSpec[] {
  const key = ({ field, code }: FieldCodeSpec) => `${field} ${code}`;
  return fieldCodes.toSorted((a, b) => key(a).localeCompare(key(b)));
}

export interface ErrorDetails {
  /** The call to make next, where there is one. */
  readonly hint?: string;
  /** Further fields of the answer's body. */
  readonly extras?: Readonly<Record<string, unknown>>;
  /** Further headers, such as Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * A failure that a caller can act on. Modules define small classes that extend `codedError({…})`; one filter renders
 * `{detail, code, hint?, …extras}`. `detail` is a sentence for a person: never a stack, a path, a key.
 */
export abstract class AppError extends Error {
  readonly hint: string | undefined;
  readonly extras: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly spec: ErrorSpec,
    detail: string,
    details: ErrorDetails = {},
  ) {
    super(detail, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.hint = details.hint;
    this.extras = details.extras ?? {};
    this.headers = details.headers ?? {};
  }
}

/** The base class of the error with this code, which it registers at import. */
export function codedError(spec: ErrorSpec) {
  const registered = errorSpec(spec);
  return class extends AppError {
    constructor(detail: string, details?: ErrorDetails) {
      super(registered, detail, details);
    }
  };
}
