/** One field that the API refused. */
export interface FieldError {
  /** Where it stands in the request: `['body', 'characters', 0, 'id']`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** An answer of the API other than 2xx. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    /** Stable code, such as `concurrency_cap`; `validation_failed` for a list of refused fields. */
    readonly code: string,
    /** A sentence for people: what happened and what to do. */
    message: string,
    readonly hint: string | undefined,
    readonly fields: readonly FieldError[],
    /** The whole answer, for what some codes add. */
    readonly body: unknown,
  ) {
    super(message);
  }
}

/** The service can't be reached. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';

  constructor() {
    super('Kinora can’t be reached.');
  }
}

/** Reads an error answer: `{detail, code, hint}`, or a list of refused fields. */
export function toApiError(status: number, body: unknown): ApiError {
  const { detail, code, hint } = isObject(body) ? body : {};
  if (Array.isArray(detail)) {
    const fields = detail as FieldError[];
    const message = fields.map(({ msg }) => msg).join(' ');
    return new ApiError(status, 'validation_failed', message, undefined, fields, body);
  }
  const message = typeof detail === 'string' ? detail : `The service answered ${status}.`;
  return new ApiError(
    status,
    typeof code === 'string' ? code : 'unknown',
    message,
    typeof hint === 'string' ? hintForPeople(hint) : undefined,
    [],
    body,
  );
}

/** A hint may begin with the request to send next, which means nothing to people: the words behind it do. */
function hintForPeople(hint: string): string | undefined {
  const words = hint.replace(/^(?:GET|POST|PUT|PATCH|DELETE) [^\s;]+(?:; )?/, '');
  return words === '' ? undefined : words.charAt(0).toUpperCase() + words.slice(1);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
