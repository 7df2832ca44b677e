import type { NodeResult } from '../../providers/public/node-access';
import { end } from './final-transitions';
import type { JobPatch, TrackedJob, TrackingPolicy, Transition } from './tracking-event';

export const started: Transition<'started'> = (job, _, policy) =>
  job.phase === 'on_node' || job.phase === 'handing_over' ? running(job, policy) : null;

export const lookedUp: Transition<'look_up'> = (job, fact, policy) => {
  if (!['handing_over', 'on_node', 'withdrawing'].includes(job.phase)) return null;
  const { node } = fact;
  switch (node.state) {
    case 'absent':
      return absent(job, fact.askedAt, policy);
    case 'pending':
      return pending(job, fact.askedAt, policy);
    case 'running':
      return running(job, policy);
    case 'finished':
      return finishedOnNode(job, node.result, policy);
  }
};

function pending(job: TrackedJob, askedAt: number, { now }: TrackingPolicy): JobPatch | null {
  if (job.phase === 'withdrawing') return null;
  // The node may have started the job while its answer was on the way.
  if (job.started_at !== null && askedAt <= job.started_at) return null;
  const unchanged = job.phase === 'on_node' && job.status === 'queued' && job.absent_since === null;
  if (unchanged) return null;
  return {
    phase: 'on_node',
    status: 'queued',
    absent_since: null,
    accepted_at: job.accepted_at ?? now,
    started_at: null,
  };
}

function running(job: TrackedJob, { now }: TrackingPolicy): JobPatch | null {
  if (job.phase === 'withdrawing') return null;
  const unchanged =
    job.phase === 'on_node' && job.status === 'running' && job.absent_since === null;
  if (unchanged) return null;
  return {
    phase: 'on_node',
    status: 'running',
    absent_since: null,
    accepted_at: job.accepted_at ?? now,
    started_at: job.started_at ?? now,
  };
}

function finishedOnNode(job: TrackedJob, result: NodeResult, { now }: TrackingPolicy): JobPatch {
  if (job.phase === 'withdrawing') return { phase: 'done' };
  if (result.outcome === 'interrupted') {
    return {
      ...end(job, 'cancelled', now),
      phase: 'done',
      accepted_at: job.accepted_at ?? now,
      error: { code: 'interrupted_on_node', message: 'Somebody interrupted the job on its node.' },
    };
  }
  return {
    phase: 'collecting',
    status: 'running',
    absent_since: null,
    accepted_at: job.accepted_at ?? now,
    started_at: job.started_at ?? now - runMilliseconds(result),
    result,
  };
}

/** Run time by the node's clock, which may be wrong but runs as fast as ours. */
export function runMilliseconds({ startedAt, finishedAt }: NodeResult): number {
  if (startedAt === undefined || finishedAt === undefined) return 0;
  return Math.max(0, finishedAt - startedAt);
}

function absent(job: TrackedJob, askedAt: number, policy: TrackingPolicy): JobPatch | null {
  if (job.handed_over_at !== null && askedAt < job.handed_over_at) return null;
  const isUncertain = job.phase === 'handing_over' || job.uncertain;
  const requiredMs = isUncertain ? policy.graceMs : policy.confirmMs;
  // Measured from start to start of two lookups, so that one slow answer can't count as two.
  if (job.absent_since === null) return { absent_since: askedAt };
  if (askedAt - job.absent_since < requiredMs) return null;
  if (job.phase === 'withdrawing') return { phase: 'done', absent_since: null };
  return lost(job, policy);
}

/** The node answers and doesn't have the job: submit it again, with the same id. */
function lost(job: TrackedJob, { now, maxAttempts }: TrackingPolicy): JobPatch {
  // A restart of this service between the row and the POST is not the node's loss; then `uncertain` is not set.
  const losses = job.losses + (job.phase === 'on_node' || job.uncertain ? 1 : 0);
  if (losses >= maxAttempts) {
    return {
      ...end(job, 'failed', now),
      phase: 'done',
      losses,
      error: {
        code: 'node_lost',
        message: `The node lost the job ${losses} times. Look at the node's log before you try again.`,
      },
    };
  }
  return { ...REQUEUED, losses };
}

/** A node inside this service starts empty, so no lookup is needed, and no loss is counted. */
export const embeddedNodeEnded: Transition<'embedded_node_ended'> = ({ phase }) => {
  if (phase === 'withdrawing') return { phase: 'done', absent_since: null };
  return phase === 'handing_over' || phase === 'on_node' ? REQUEUED : null;
};

/** Back in our queue, with the same id. */
export const REQUEUED = {
  phase: 'waiting',
  status: 'queued',
  uncertain: false,
  absent_since: null,
  started_at: null,
} as const satisfies JobPatch;
