import type { TrackedJob, TrackingPolicy } from '../../src/modules/jobs/tracking/tracking-event';

/** Times of the transitions under test, in milliseconds. */
export const POLICY: TrackingPolicy = {
  now: 50_000,
  graceMs: 10_000,
  confirmMs: 500,
  maxAttempts: 3,
};

/** A waiting job, as the state machine sees it. */
export const trackedJob = (patch: Partial<TrackedJob> = {}): TrackedJob => ({
  provider: 'a',
  provider_auto: true,
  phase: 'waiting',
  status: 'queued',
  attempts: 0,
  losses: 0,
  moves: 0,
  uncertain: false,
  handed_over_at: null,
  absent_since: null,
  accepted_at: null,
  started_at: null,
  ...patch,
});
