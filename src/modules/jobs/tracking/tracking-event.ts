import type { NodeJob, NodeResult, SubmitOutcome } from '../../providers/public/node-access';
import type { JobError, JobPatch, TrackedJob } from './job-state';

/** Something that was learned about a job. */
export type TrackingEvent =
  /** The job's input files go to the node now. */
  | { readonly kind: 'stage' }
  /** They did not arrive; try again later. */
  | { readonly kind: 'not_staged' }
  | { readonly kind: 'hand_over' }
  | { readonly kind: 'submit'; readonly outcome: SubmitOutcome }
  /** `askedAt`: when the look-up began. */
  | { readonly kind: 'look_up'; readonly node: NodeJob; readonly askedAt: number }
  /** The node's socket said that it works on the job. */
  | { readonly kind: 'started' }
  /** The node ran inside this service and ended with it. */
  | { readonly kind: 'node_ended_with_us' }
  | { readonly kind: 'cancel' }
  /** Every output is in the catalogue. */
  | { readonly kind: 'collected'; readonly result: NodeResult }
  /** No further try can help: the job ends, and leaves its node where it still is there. */
  | { readonly kind: 'give_up'; readonly error: JobError };

export interface TrackingPolicy {
  /** Clock.now. */
  readonly now: number;
  /** After an uncertain hand-over: how long the job must have been absent before it is sent again. Milliseconds. */
  readonly graceMs: number;
  /** An accepted job must be absent in two look-ups at least this far apart to count as lost. Milliseconds. */
  readonly confirmMs: number;
  /** Losses after which the job fails. */
  readonly maxAttempts: number;
}

export type TrackingEventOf<Kind extends TrackingEvent['kind']> = Extract<
  TrackingEvent,
  { kind: Kind }
>;

/** What one kind of fact does to a job: what changes in its row, `null` when nothing does. */
export type Transition<Kind extends TrackingEvent['kind']> = (
  job: TrackedJob,
  fact: TrackingEventOf<Kind>,
  policy: TrackingPolicy,
) => JobPatch | null;
