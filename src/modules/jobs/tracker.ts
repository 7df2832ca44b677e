import type { Effect, Fact, TrackingPolicy } from './job-facts';
import type { JobPatch, TrackedJob } from './job-state';
import { cancelled, collected, givenUp } from './tracking-ends';
import { handOver, notStaged, staged, submitted } from './tracking-hand-over';
import { lookedUp, nodeEndedWithUs, started } from './tracking-look-up';

const EFFECTS: { readonly [Kind in Fact['kind']]: Effect<Kind> } = {
  stage: staged,
  not_staged: notStaged,
  hand_over: handOver,
  submit: submitted,
  look_up: lookedUp,
  started,
  node_ended_with_us: nodeEndedWithUs,
  cancel: cancelled,
  collected,
  give_up: givenUp,
};

/**
 * The pure state machine of a job: a fact comes in, what changes in the row goes out; `null` when nothing does.
 * It never trusts a fact older than the last hand-over, and never turns a final status into another.
 */
export function track(job: TrackedJob, fact: Fact, policy: TrackingPolicy): JobPatch | null {
  if (job.phase === 'done') return null;
  const effect = EFFECTS[fact.kind] as Effect<Fact['kind']>;
  return effect(job, fact, policy);
}
