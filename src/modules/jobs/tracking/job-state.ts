/** What callers see (contract §3, Jobs). `queued` covers waiting here and in the node's queue. */
export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/**
 * Where a job is on its way through the house. A restart at any phase picks the job up from its row.
 * - `waiting`: in our queue · `staging`: its input files go to the node; nothing was handed over yet
 * - `handing_over`: written before the POST: the node may or may not have it
 * - `on_node`: the node has, or had, it · `collecting`: ended there; its outputs come into the catalogue
 * - `withdrawing`: final for callers, but the node may still hold it · `done`: nothing left to do
 */
export const JOB_PHASES = [
  'waiting',
  'staging',
  'handing_over',
  'on_node',
  'collecting',
  'withdrawing',
  'done',
] as const;
export type JobPhase = (typeof JOB_PHASES)[number];

/** Phases in which a job takes one of its node's hand-over slots. */
export const HANDED_OVER: readonly JobPhase[] = [
  'staging',
  'handing_over',
  'on_node',
  'withdrawing',
];

/** Phases of jobs that need looking after: finished ones are the many. */
export const OPEN: readonly JobPhase[] = JOB_PHASES.filter((phase) => phase !== 'done');

/** Why a job did not complete. Stable codes; the list is in `docs/jobs.md`. */
export interface JobError {
  readonly code: string;
  readonly message: string;
  readonly node_id?: string;
  readonly node_class?: string;
}

/** Is this an end, for callers? */
export function isFinal(status: JobStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
