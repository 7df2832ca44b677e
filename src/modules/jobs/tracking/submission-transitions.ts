import type { SubmitOutcome } from '../../providers/public/node-access';
import { end } from './final-transitions';
import { isFinal } from './job-state';
import type { JobPatch, TrackedJob, TrackingPolicy, Transition } from './tracking-event';

/** How long a job waits before it is submitted again after its node was unavailable. */
const RETRY_MS = 1_000;

export const staged: Transition<'stage'> = (job) =>
  job.phase === 'waiting' ? { phase: 'staging', not_before: null } : null;

export const notStaged: Transition<'not_staged'> = (job, _, { now }) =>
  job.phase === 'staging' ? { phase: 'waiting', not_before: now + RETRY_MS } : null;

export const handOver: Transition<'hand_over'> = (job, _, { now }) => {
  if (job.phase !== 'waiting' && job.phase !== 'staging') return null;
  return {
    phase: 'handing_over',
    attempts: job.attempts + 1,
    uncertain: false,
    handed_over_at: now,
    absent_since: null,
    not_before: null,
  };
};

export const submitted: Transition<'submit'> = (job, { outcome }, policy) => {
  const { now } = policy;
  // The job has moved to another node while the first one's answer was on the way.
  if (job.phase === 'waiting' || job.phase === 'staging') return null;
  switch (outcome.kind) {
    case 'accepted':
      return accepted(job, outcome, policy);
    case 'refused':
      if (isFinal(job.status)) return { phase: 'done' };
      return {
        ...end(job, 'failed', now),
        phase: 'done',
        error: { code: 'node_refused', message: outcome.message },
        node_errors: outcome.nodeErrors,
      };
    case 'not_delivered':
      return notTaken(job, now + RETRY_MS);
    case 'busy':
      return notTaken(job, now + Math.max(RETRY_MS, outcome.retryAfterMs));
    case 'uncertain':
      return { uncertain: true, handed_over_at: now, absent_since: null };
  }
};

function accepted(
  job: TrackedJob,
  outcome: Extract<SubmitOutcome, { kind: 'accepted' }>,
  { now }: TrackingPolicy,
): JobPatch {
  const submitted = { number: outcome.number, handed_over_at: now, uncertain: false };
  // The node would run only the valid outputs; the caller asked for the whole graph.
  if (Object.keys(outcome.nodeErrors).length > 0 && !isFinal(job.status)) {
    return {
      ...submitted,
      ...end(job, 'failed', now),
      phase: 'withdrawing',
      node_errors: outcome.nodeErrors,
      error: { code: 'node_refused', message: 'The node accepted only a part of the graph.' },
    };
  }
  return {
    ...submitted,
    accepted_at: job.accepted_at ?? now,
    ...(job.phase === 'handing_over' ? { phase: 'on_node' as const } : {}),
  };
}

/** The node certainly does not have the job. */
function notTaken(job: TrackedJob, not_before: number): JobPatch | null {
  if (job.phase === 'withdrawing') return { phase: 'done' };
  return job.phase === 'handing_over' ? { phase: 'waiting', not_before } : null;
}
