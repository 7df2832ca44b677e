import { cancelled, collected, givenUp } from './final-transitions';
import { lookedUp, embeddedNodeEnded, started } from './lookup-transitions';
import { moved } from './move-transition';
import { handOver, notStaged, staged, submitted } from './submission-transitions';
import type {
  JobPatch,
  TrackedJob,
  TrackingEvent,
  TrackingPolicy,
  Transition,
} from './tracking-event';

const TRANSITIONS: { readonly [Kind in TrackingEvent['kind']]: Transition<Kind> } = {
  stage: staged,
  not_staged: notStaged,
  hand_over: handOver,
  submit: submitted,
  look_up: lookedUp,
  started,
  move: moved,
  embedded_node_ended: embeddedNodeEnded,
  cancel: cancelled,
  collected,
  give_up: givenUp,
};

/**
 * The pure state machine of a job: takes an event and returns what changes in the row, or `null`.
 * It ignores events of earlier attempts, and never changes a final status.
 */
export function transition(
  job: TrackedJob,
  event: TrackingEvent,
  policy: TrackingPolicy,
): JobPatch | null {
  if (job.phase === 'done') return null;
  if ('attempt' in event && event.attempt !== job.attempts) return null;
  const decide = TRANSITIONS[event.kind] as Transition<TrackingEvent['kind']>;
  return decide(job, event, policy);
}
