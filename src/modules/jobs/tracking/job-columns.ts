import type { JobRow } from '../records/job.entity';
import type { JobPatch } from './job-state';

const COLUMN = {
  phase: 'phase',
  status: 'status',
  attempts: 'attempts',
  losses: 'losses',
  uncertain: 'uncertain',
  handedOverAt: 'handed_over_at',
  absentSince: 'absent_since',
  acceptedAt: 'accepted_at',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  notBefore: 'not_before',
  number: 'number',
  nodeErrors: 'node_errors',
  error: 'error',
} as const satisfies Record<Exclude<keyof JobPatch, 'result'>, keyof JobRow>;

/** The columns of the job's own row that a patch changes: present keys only. */
export function columnsOf(patch: JobPatch): Partial<JobRow> {
  const columns: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(COLUMN)) {
    const value = patch[key as keyof typeof COLUMN];
    if (value !== undefined) columns[column] = value;
  }
  return columns;
}
