import { readSince } from '../../../platform/http/since';
import type { JobsQuery } from '../dto/job-query.dto';
import type { JobFilter } from '../records/job-list.repository';

/** The filter that a query asks for; filters that aren't given aren't keys. */
export function readFilter(query: JobsQuery): JobFilter {
  const filter: Record<string, unknown> = {};
  for (const key of KEYS) {
    const value = query[key];
    const empty = Array.isArray(value) && value.length === 0;
    if (value !== undefined && !empty) filter[key] = value;
  }
  if (query.since !== undefined) filter['since'] = readSince(query.since);
  return filter;
}

const KEYS = [
  'status',
  'kind',
  'workflow',
  'provider',
  'character',
  'project',
  'owner',
  'prompt_ids',
] as const satisfies readonly (keyof JobFilter)[];
