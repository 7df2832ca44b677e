import { ValidationFailed } from '../../platform/errors/validation-failed';
import type { JobsQuery } from './dto/job-query.dto';
import type { JobFilter } from './job-list.repository';

/** The filter that a query asks for; filters that aren't given aren't keys. */
export function readFilter(query: JobsQuery): JobFilter {
  const filter: Record<string, unknown> = {};
  for (const key of KEYS) {
    const value = query[key];
    const empty = Array.isArray(value) && value.length === 0;
    if (value !== undefined && !empty) filter[key] = value;
  }
  if (query.since !== undefined) filter['since'] = instant(query.since);
  return filter;
}

const KEYS = [
  'status',
  'kind',
  'workflow',
  'provider',
  'character',
  'project',
  'prompt_ids',
] as const satisfies readonly (keyof JobFilter)[];

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** As rows have it: UTC with milliseconds. */
function instant(text: string): string {
  const ms = ISO_INSTANT.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(ms)) {
    const message = 'Send an ISO 8601 time with its zone, such as 2026-01-31T12:00:00Z.';
    throw ValidationFailed.at(['query', 'since'], message);
  }
  return new Date(ms).toISOString();
}
