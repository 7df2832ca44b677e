import { containsWord, searchWords } from '../../../platform/search-text';
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
 * The filter as SQL over the rows of `jobs job`, without `owner`, which needs the names of accounts.
 * @param scope what the rows of `jobs <alias>` must fulfil to be read at all
 */
export function jobConditions(
  filter: JobFilter,
  scope: (alias: string) => readonly string[] = () => [],
): readonly JobCondition[] {
  const conditions = conditionsOn('job', filter);
  if (filter.group === undefined) return conditions;
  const earlier = [...scope('earlier'), ...conditionsOn('earlier', filter).map(({ sql }) => sql)];
  return [
    ...conditions,
    { sql: filter.q === undefined ? noneBefore(earlier) : firstOfBatch(earlier) },
  ];
}

/** No job of the same batch that matches comes before: one look into an index. */
const noneBefore = (conditions: readonly string[]): string => {
  const before = 'earlier.batch_id = job.batch_id AND earlier.batch_index < job.batch_index';
  return `NOT EXISTS (SELECT 1 FROM jobs earlier WHERE ${[before, ...conditions].join(' AND ')})`;
};

/** The same for a search, which must read the texts of each batch once, not once for each of its jobs. */
const firstOfBatch = (conditions: readonly string[]): string => {
  const matches = ['earlier.batch_id IS NOT NULL', ...conditions].join(' AND ');
  const first = `SELECT earlier.batch_id, MIN(earlier.batch_index) FROM jobs earlier WHERE ${matches} GROUP BY earlier.batch_id`;
  return `(job.batch_id IS NULL OR (job.batch_id, job.batch_index) IN (${first}))`;
};

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
    ...searchWords(q ?? '').map((word, n) => ({
      sql: `EXISTS (SELECT 1 FROM job_texts text WHERE text.prompt_id = ${job}.prompt_id AND ${containsWord('text.folded', `word${n}`)})`,
      parameters: { [`word${n}`]: word },
    })),
  ];
}
