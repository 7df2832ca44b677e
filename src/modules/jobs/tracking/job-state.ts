import type { JobErrorCode, JobWarningCode, OutputFailureCode } from './job-errors';

/** What callers see. `queued` covers waiting here and in the node's queue. */
export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/**
 * Where a job is inside the service. A restart at any phase takes the job up from its row.
 * - `waiting`: in our queue
 * - `staging`: its input files are being uploaded; not submitted yet
 * - `handing_over`: written before the POST: the node may or may not have it
 * - `on_node`: the node has it, or had it
 * - `collecting`: finished on the node; its outputs are being downloaded
 * - `withdrawing`: final for callers, but the node may still have it
 * - `done`: nothing left to do
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

/** Phases in which a job takes one of the `jobs.handed_over_per_node` slots of its node. */
export const HANDED_OVER: readonly JobPhase[] = [
  'staging',
  'handing_over',
  'on_node',
  'withdrawing',
];

/** Phases of jobs that are not over. */
export const OPEN: readonly JobPhase[] = JOB_PHASES.filter((phase) => phase !== 'done');

/** Why a job did not complete. */
export interface JobError {
  readonly code: JobErrorCode;
  readonly message: string;
  readonly node_id?: string;
  readonly node_class?: string;
}

/** An output that can't be kept: a warning, or the job's error if it is the only one. */
export interface OutputFailure {
  readonly code: OutputFailureCode;
  readonly message: string;
  readonly node_id: string;
}

/** Outputs that could not be kept, although the job completed. */
export interface JobWarning {
  readonly code: JobWarningCode;
  readonly message: string;
  /** Absent where no single output is meant. */
  readonly node_id?: string;
}

/** Has the job ended for its caller? */
export function isFinal(status: JobStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** A phase that a job entered. */
export interface TimelineEntry {
  readonly phase: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Submissions begun by then. */
  readonly attempt: number;
  readonly provider: string;
}
