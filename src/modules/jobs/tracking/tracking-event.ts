import type { ComfyGraph } from '../../providers/public/comfy-types';
import type { NodeJob, NodeResult, SubmitOutcome } from '../../providers/public/node-access';
import type { JobRow, JobWithdrawalRow } from '../records/job.entity';
import type { JobError, OutputFailure } from './job-state';

/**
 * Something that happened to a job, or that was learned about it. `attempt`: the job's `attempts` when the event was
 * requested; it is ignored once the job has been submitted again.
 */
export type TrackingEvent =
  /** The upload of the job's input files to the node begins. */
  | { readonly kind: 'stage' }
  /** The input files did not arrive; try again later. */
  | { readonly kind: 'not_staged' }
  /** The job's turn has come: it is about to be submitted to its node. */
  | { readonly kind: 'hand_over' }
  | { readonly kind: 'submit'; readonly outcome: SubmitOutcome; readonly attempt: number }
  /** `askedAt`: when the lookup began. */
  | {
      readonly kind: 'look_up';
      readonly node: NodeJob;
      readonly askedAt: number;
      readonly attempt: number;
    }
  /** The node's socket reported that the job is running. */
  | { readonly kind: 'started'; readonly attempt: number }
  /** Another node takes the job: its own is away for long, or takes no new jobs. `graph`: as the other node needs it. */
  | {
      readonly kind: 'move';
      readonly provider: string;
      readonly graph: ComfyGraph;
      /** The base URL of the node that the job leaves. */
      readonly fromAddress: string;
      readonly attempt: number;
    }
  /** The node ran inside this service and ended with it. */
  | { readonly kind: 'embedded_node_ended' }
  /** `only`: unless the job has started meanwhile. */
  | { readonly kind: 'cancel'; readonly only?: 'queued' }
  /** Each output is in the catalogue, or can't be. `kept`: how many are. */
  | {
      readonly kind: 'collected';
      readonly result: NodeResult;
      readonly failures: readonly OutputFailure[];
      readonly kept: number;
    }
  /** No further attempt can help: the job fails, and is withdrawn from its node if it is still there. */
  | { readonly kind: 'give_up'; readonly error: JobError };

/** The part of a job's row that transitions are decided on. */
export type TrackedJob = Pick<
  JobRow,
  | 'provider'
  | 'provider_auto'
  | 'phase'
  | 'status'
  | 'attempts'
  | 'losses'
  | 'moves'
  | 'uncertain'
  | 'handed_over_at'
  | 'absent_since'
  | 'accepted_at'
  | 'started_at'
>;

/** What changes in the row. Absent keys stay as they are. */
export type JobPatch = Partial<
  TrackedJob &
    Pick<
      JobRow,
      'finished_at' | 'not_before' | 'number' | 'node_errors' | 'error' | 'warnings' | 'timeline'
    >
> & {
  /** Written to the job's payload. */
  readonly result?: NodeResult;
  readonly graph?: ComfyGraph;
  /** The node that may still have the job. */
  readonly withdrawal?: Pick<JobWithdrawalRow, 'provider' | 'address' | 'created_at'>;
};

export interface TrackingPolicy {
  /** Clock.now. */
  readonly now: number;
  /** After a submission with an unknown outcome: how long the job must be absent before it is sent again. Milliseconds. */
  readonly graceMs: number;
  /** An accepted job must be absent in two lookups at least this far apart to count as lost. Milliseconds. */
  readonly confirmMs: number;
  /** Losses after which the job fails. */
  readonly maxAttempts: number;
}

/** What one kind of event does to a job: what changes in its row, `null` when nothing does. */
export type Transition<Kind extends TrackingEvent['kind']> = (
  job: TrackedJob,
  event: Extract<TrackingEvent, { kind: Kind }>,
  policy: TrackingPolicy,
) => JobPatch | null;
