/** Names of fields whose values must not be written to the log. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'key',
  'api_key',
  'password',
  'token',
  'headers',
  'prompt',
]);

const HIDDEN = '[hidden]';
/** Deeper values are hidden as a whole, which also ends cycles. */
const MAX_DEPTH = 6;

/**
 * The fields of a log line with the values of secret fields hidden, at any depth. Errors keep selected fields only. The
 * text of messages is not redacted.
 */
export function redactFields(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, redactField(name, value, 1)]),
  );
}

function redactField(name: string, value: unknown, depth: number): unknown {
  if (SECRET_FIELDS.has(name.toLowerCase())) return HIDDEN;
  if (name === 'err' || value instanceof Error) return errorFields(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => redactField('', item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, nested]) => [key, redactField(key, nested, depth + 1)]),
  );
}

/** Selected fields only, because errors of drivers and clients may contain statements, parameters and headers. */
function errorFields(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  const { name, message, stack, cause } = thrown;
  const { code } = thrown as NodeJS.ErrnoException;
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause: errorFields(cause) }),
  };
}
