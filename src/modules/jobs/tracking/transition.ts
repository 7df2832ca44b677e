import type { Transition, TrackingEvent, TrackingPolicy } from './tracking-event';
import type { JobPatch, TrackedJob } from './job-state';
import { cancelled, collected, givenUp } from './final-transitions';
import { handOver, notStaged, staged, submitted } from './submission-transitions';
import { lookedUp, nodeEndedWithUs, started } from './lookup-transitions';

const TRANSITIONS: { readonly [Kind in TrackingEvent['kind']]: Transition<Kind> } = {
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
export function transition(
  job: TrackedJob,
  fact: TrackingEvent,
  policy: TrackingPolicy,
): JobPatch | null {
  if (job.phase === 'done') return null;
  const effect = TRANSITIONS[fact.kind] as Transition<TrackingEvent['kind']>;
  return effect(job, fact, policy);
}
