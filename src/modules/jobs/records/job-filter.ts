import { likePatterns } from '../../../platform/search-text';
import type { JobStatus } from '../tracking/job-state';

/** Conditions of a list of jobs. Absent and empty ones match every job. */
export interface JobFilter {
  readonly status?: readonly JobStatus[] | undefined;
  readonly kind?: 'image' | 'video' | undefined;
  readonly workflow?: string | undefined;
  readonly provider?: string | undefined;
  readonly character?: string | undefined;
  readonly project?: string | undefined;
  readonly batch?: string | undefined;
  /** An owner's name. It never shows jobs that the caller may not see. */
  readonly owner?: string | undefined;
  /** ISO 8601, UTC, milliseconds: jobs made at or after it. */
  readonly since?: string | undefined;
  readonly prompt_ids?: readonly string[] | undefined;
  /** Words of the prompt. */
  readonly q?: string | undefined;
  /** `batch`: of the matching jobs of a batch only the first. */
  readonly group?: 'batch' | undefined;
}

export interface JobCondition {
  readonly sql: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** Filters that compare a column, by their names in the filter. */
const COLUMNS = {
  kind: 'kind',
  workflow: 'workflow',
  provider: 'provider',
  project: 'project',
  batch: 'batch_id',
} as const;

/**
 * The filter as SQL over the rows of `jobs job`, without `owner`, which needs the names of accounts. Pure.
 */
export function jobConditions(filter: JobFilter): readonly JobCondition[] {
  const conditions = conditionsOn('job', filter);
  if (filter.group === undefined) return conditions;
  const earlier = [
    'earlier.batch_id = job.batch_id AND earlier.batch_index < job.batch_index',
    ...conditionsOn('earlier', filter).map(({ sql }) => sql),
  ];
  return [
    ...conditions,
    { sql: `NOT EXISTS (SELECT 1 FROM jobs earlier WHERE ${earlier.join(' AND ')})` },
  ];
}

function conditionsOn(job: string, filter: JobFilter): readonly JobCondition[] {
  const { status, since, prompt_ids, character, q } = filter;
  return [
    ...(status?.length ? [{ sql: `${job}.status IN (:...status)`, parameters: { status } }] : []),
    ...Object.entries(COLUMNS).flatMap(([name, column]) => {
      const value = filter[name as keyof typeof COLUMNS];
      return value === undefined
        ? []
        : [{ sql: `${job}.${column} = :${name}`, parameters: { [name]: value } }];
    }),
    ...(since === undefined ? [] : [{ sql: `${job}.created_at >= :since`, parameters: { since } }]),
    ...(prompt_ids?.length
      ? [{ sql: `${job}.prompt_id IN (:...prompt_ids)`, parameters: { prompt_ids } }]
      : []),
    ...(character === undefined
      ? []
      : [
          {
            sql: `${job}.prompt_id IN (SELECT shown.prompt_id FROM job_characters shown WHERE shown.character_id = :character)`,
            parameters: { character },
          },
        ]),
    ...likePatterns(q ?? '').map((pattern, n) => ({
      sql: `EXISTS (SELECT 1 FROM job_texts text WHERE text.prompt_id = ${job}.prompt_id AND text.folded LIKE :word${n} ESCAPE '\\')`,
      parameters: { [`word${n}`]: pattern },
    })),
  ];
}
