import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { JobsQuery } from '../dto/job-query.dto';

interface RequestedWait {
  readonly promptIds: readonly string[];
  readonly seconds: number;
  readonly until: 'any' | 'all';
}

/** `null` for a list that doesn't wait. Throws `ValidationFailed` for parameters that don't go together. */
export function waitOf(query: JobsQuery): RequestedWait | null {
  const { prompt_ids: promptIds, wait: seconds, until, ...rest } = query;
  if (seconds === undefined) {
    if (until !== undefined)
      throw ValidationFailed.at(['query', 'until'], 'Send until only with wait.');
    return null;
  }
  if (!promptIds?.length)
    throw ValidationFailed.at(['query', 'wait'], 'Name the jobs to wait for as prompt_ids.');
  const [other] = Object.entries(rest as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  if (other)
    throw ValidationFailed.at(
      ['query', other[0]],
      'Not together with wait: send prompt_ids and until only.',
    );
  return { promptIds, seconds, until: until ?? 'all' };
}
