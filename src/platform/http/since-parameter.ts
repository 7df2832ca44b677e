import { ValidationFailed } from '../errors/validation-failed';

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The time of a query's `since` in the format of the database: UTC with milliseconds. Throws `ValidationFailed`. */
export function parseSinceParameter(text: string): string {
  const ms = ISO_INSTANT.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(ms)) {
    const message = 'Send an ISO 8601 time with its zone, such as 2026-01-31T12:00:00Z.';
    throw ValidationFailed.at(['query', 'since'], message);
  }
  return new Date(ms).toISOString();
}
