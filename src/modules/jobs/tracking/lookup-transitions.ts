import type { NodeResult } from '../../providers/public/node-access';
import type { Transition, TrackingPolicy } from './tracking-event';
import type { JobPatch, TrackedJob } from './job-state';
import { end } from './final-transitions';

/** The node's socket said that it works on the job: that counts as having it. */
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
  // The node may have begun the job while its answer was on the way.
  if (job.startedAt !== null && askedAt <= job.startedAt) return null;
  const unchanged = job.phase === 'on_node' && job.status === 'queued' && job.absentSince === null;
  if (unchanged) return null;
  return {
    phase: 'on_node',
    status: 'queued',
    absentSince: null,
    acceptedAt: job.acceptedAt ?? now,
    startedAt: null,
  };
}

function running(job: TrackedJob, { now }: TrackingPolicy): JobPatch | null {
  if (job.phase === 'withdrawing') return null;
  const unchanged = job.phase === 'on_node' && job.status === 'running' && job.absentSince === null;
  if (unchanged) return null;
  return {
    phase: 'on_node',
    status: 'running',
    absentSince: null,
    acceptedAt: job.acceptedAt ?? now,
    startedAt: job.startedAt ?? now,
  };
}

function finishedOnNode(job: TrackedJob, result: NodeResult, { now }: TrackingPolicy): JobPatch {
  if (job.phase === 'withdrawing') return { phase: 'done' };
  if (result.outcome === 'interrupted') {
    return {
      ...end(job, 'cancelled', now),
      phase: 'done',
      acceptedAt: job.acceptedAt ?? now,
      error: { code: 'interrupted_on_node', message: 'Somebody interrupted the job on its node.' },
    };
  }
  return {
    phase: 'collecting',
    status: 'running',
    absentSince: null,
    acceptedAt: job.acceptedAt ?? now,
    startedAt: job.startedAt ?? now - runMilliseconds(result),
    result,
  };
}

/** By the node's own clock, which may be wrong, but runs as fast as ours. */
export function runMilliseconds({ startedAt, finishedAt }: NodeResult): number {
  if (startedAt === undefined || finishedAt === undefined) return 0;
  return Math.max(0, finishedAt - startedAt);
}

function absent(job: TrackedJob, askedAt: number, policy: TrackingPolicy): JobPatch | null {
  if (job.handedOverAt !== null && askedAt < job.handedOverAt) return null;
  const unsure = job.phase === 'handing_over' || job.uncertain;
  const span = unsure ? policy.graceMs : policy.confirmMs;
  // Measured by the beginnings of two look-ups, so that a slow answer can't stand for two.
  if (job.absentSince === null) return { absentSince: askedAt };
  if (askedAt - job.absentSince < span) return null;
  if (job.phase === 'withdrawing') return { phase: 'done', absentSince: null };
  return lost(job, policy);
}

/** Forgotten by a node that answers, or never arrived: hand it over again, with the same id. */
function lost(job: TrackedJob, { now, maxAttempts }: TrackingPolicy): JobPatch {
  // Our own restart between the row and the POST is nobody's loss: then the hand-over is not marked uncertain.
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
  return { ...AGAIN, losses };
}

/** Our own restart is nobody's loss: no look-up is needed to know what the node has. */
export const nodeEndedWithUs: Transition<'node_ended_with_us'> = ({ phase }) => {
  if (phase === 'withdrawing') return { phase: 'done', absentSince: null };
  return phase === 'handing_over' || phase === 'on_node' ? AGAIN : null;
};

/** Back into our queue, with the same id. */
const AGAIN = {
  phase: 'waiting',
  status: 'queued',
  uncertain: false,
  absentSince: null,
  startedAt: null,
} as const satisfies JobPatch;
