import type { JobRow } from './job.entity';

/** What a job's outlook depends on: not its texts, which may be long. */
export const OUTLOOK_COLUMNS = [
  'prompt_id',
  'owner_id',
  'status',
  'phase',
  'provider',
  'workflow',
  'run_class',
  'priority',
  'created_at',
  'started_at',
] as const;

export type OutlookJob = Pick<JobRow, (typeof OUTLOOK_COLUMNS)[number]>;
