import type { SubmitOutcome } from '../../providers/public/node-access';
import type { Transition, TrackingPolicy } from './tracking-event';
import { isFinal, type JobPatch, type TrackedJob } from './job-state';
import { end, finish } from './final-transitions';

/** How long a job waits before it is offered to a node again that could not take it. Milliseconds. */
const RETRY_MS = 1_000;

export const staged: Transition<'stage'> = (job) =>
  job.phase === 'waiting' ? { phase: 'staging', notBefore: null } : null;

export const notStaged: Transition<'not_staged'> = (job, _, { now }) =>
  job.phase === 'staging' ? { phase: 'waiting', notBefore: now + RETRY_MS } : null;

export const handOver: Transition<'hand_over'> = (job, _, { now }) => {
  if (job.phase !== 'waiting' && job.phase !== 'staging') return null;
  return {
    phase: 'handing_over',
    attempts: job.attempts + 1,
    uncertain: false,
    handedOverAt: now,
    absentSince: null,
    notBefore: null,
  };
};

export const submitted: Transition<'submit'> = (job, { outcome }, policy) => {
  const { now } = policy;
  switch (outcome.kind) {
    case 'accepted':
      return accepted(job, outcome, policy);
    case 'refused':
      return finish(job, 'failed', now, {
        error: { code: 'node_refused', message: outcome.message },
        nodeErrors: outcome.nodeErrors,
      });
    case 'not_delivered':
      return notTaken(job, now + RETRY_MS);
    case 'busy':
      return notTaken(job, now + Math.max(RETRY_MS, outcome.retryAfterMs));
    case 'uncertain':
      return { uncertain: true, handedOverAt: now, absentSince: null };
  }
};

function accepted(
  job: TrackedJob,
  outcome: Extract<SubmitOutcome, { kind: 'accepted' }>,
  { now }: TrackingPolicy,
): JobPatch {
  const known = { number: outcome.number, handedOverAt: now, uncertain: false };
  // Partly accepted: the valid outputs would run. What a caller asked for is the whole graph, or nothing.
  if (Object.keys(outcome.nodeErrors).length > 0 && !isFinal(job.status)) {
    return {
      ...known,
      ...end(job, 'failed', now),
      phase: 'withdrawing',
      nodeErrors: outcome.nodeErrors,
      error: { code: 'node_refused', message: 'The node accepted only a part of the graph.' },
    };
  }
  return {
    ...known,
    acceptedAt: job.acceptedAt ?? now,
    ...(job.phase === 'handing_over' ? { phase: 'on_node' as const } : {}),
  };
}

/** The node certainly doesn't have it. */
function notTaken(job: TrackedJob, notBefore: number): JobPatch | null {
  if (job.phase === 'withdrawing') return { phase: 'done' };
  return job.phase === 'handing_over' ? { phase: 'waiting', notBefore } : null;
}
