/** The types of validation errors; clients compare them. */
export type ValidationErrorType =
  | 'missing'
  | 'string_type'
  | 'int_type'
  | 'float_type'
  | 'bool_type'
  | 'list_type'
  | 'dict_type'
  | 'string_too_short'
  | 'string_too_long'
  | 'string_pattern_mismatch'
  | 'greater_than_equal'
  | 'less_than_equal'
  | 'enum'
  | 'extra_forbidden'
  | 'json_invalid'
  | 'value_error';

export interface ValidationError {
  /** Starts with `body`, `query` or `path`; array positions are integers. */
  readonly loc: readonly (string | number)[];
  /** What to send instead. Never echoes the rejected value. */
  readonly msg: string;
  readonly type: ValidationErrorType;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** 422 `{detail: [{loc, msg, type, ctx?}]}`. All violations at once. */
export class ValidationFailed extends Error {
  constructor(readonly errors: readonly ValidationError[]) {
    super('validation failed');
    this.name = 'ValidationFailed';
  }

  /** One `value_error` at a body field, for rules that a service checks because a DTO can't. */
  static at(loc: readonly (string | number)[], msg: string): ValidationFailed {
    return new ValidationFailed([{ loc, msg, type: 'value_error' }]);
  }
}

/** Throws `ValidationFailed` when the body's id differs from the path's. */
export function requireSameId(id: string, bodyId: string | undefined): void {
  if (bodyId !== undefined && bodyId !== id)
    throw ValidationFailed.at(['body', 'id'], 'Send the id of the path, or leave it out.');
}

const MAX_OBJECT_BYTES = 32 * 1024;

/** Limits the size of an object with keys of the user's choice. @throws ValidationFailed */
export function checkObjectSize(loc: readonly string[], value: object | null | undefined): void {
  if (value && Buffer.byteLength(JSON.stringify(value)) > MAX_OBJECT_BYTES)
    throw ValidationFailed.at(loc, 'Send at most 32 kB.');
}

/** A page lists up to 200 records. */
const MAX_RECORD_BYTES = 64 * 1024;

/** Limits a record to 64 kB as JSON. @throws ValidationFailed */
export function checkRecordSize(record: object): void {
  if (Buffer.byteLength(JSON.stringify(record)) > MAX_RECORD_BYTES)
    throw ValidationFailed.at(['body'], 'Send less: a record has at most 64 kB as JSON.');
}
