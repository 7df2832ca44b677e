import type { NodeErrors, NodeResult } from '../../providers/public/node-access';

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

/** The part of a job's row that the tracker decides on. Times in milliseconds since 1970, or `null`. */
export interface TrackedJob {
  readonly phase: JobPhase;
  readonly status: JobStatus;
  /** Hand-overs begun. */
  readonly attempts: number;
  /** Times that a node which answers had forgotten the job. */
  readonly losses: number;
  /** The last hand-over ended without the node's word. */
  readonly uncertain: boolean;
  /** When the last hand-over ended: look-ups begun earlier can't have seen it. */
  readonly handedOverAt: number | null;
  /** First look-up of an unbroken row that found the job nowhere on its node. */
  readonly absentSince: number | null;
  readonly acceptedAt: number | null;
  readonly startedAt: number | null;
}

/** What changes in the row. Absent keys stay as they are. */
export interface JobPatch {
  readonly phase?: JobPhase;
  readonly status?: JobStatus;
  readonly attempts?: number;
  readonly losses?: number;
  readonly uncertain?: boolean;
  readonly handedOverAt?: number | null;
  readonly absentSince?: number | null;
  readonly acceptedAt?: number | null;
  readonly startedAt?: number | null;
  readonly finishedAt?: number | null;
  /** The dispatcher leaves the job alone until then. */
  readonly notBefore?: number | null;
  readonly number?: number;
  readonly nodeErrors?: NodeErrors;
  readonly error?: JobError;
  readonly result?: NodeResult;
}

/** Is this an end, for callers? */
export function isFinal(status: JobStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
