import type { NodeJob, NodeResult, SubmitOutcome } from '../providers/public/node-access';
import { isFinal, type JobError, type JobPatch, type TrackedJob } from './job-state';

/** Something that was learned about a job. */
export type Fact =
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

/** How long a job waits before it is offered to a node again that could not take it. Milliseconds. */
const RETRY_MS = 1_000;

/**
 * The pure state machine of a job: a fact comes in, what changes in the row goes out; `null` when nothing does.
 * It never trusts a fact older than the last hand-over, and never turns a final status into another.
 */
export function track(job: TrackedJob, fact: Fact, policy: TrackingPolicy): JobPatch | null {
  if (job.phase === 'done') return null;
  switch (fact.kind) {
    case 'stage':
      return job.phase === 'waiting' ? { phase: 'staging', notBefore: null } : null;
    case 'not_staged':
      return job.phase === 'staging' ? { phase: 'waiting', notBefore: policy.now + RETRY_MS } : null;
    case 'hand_over':
      return handOver(job, policy);
    case 'submit':
      return submitted(job, fact.outcome, policy);
    case 'look_up':
      return lookedUp(job, fact, policy);
    case 'started':
      return job.phase === 'on_node' || job.phase === 'handing_over' ? running(job, policy) : null;
    case 'cancel':
      return cancelled(job, policy);
    case 'collected':
      return collected(job, fact.result, policy);
    case 'give_up':
      return givenUp(job, fact.error, policy);
  }
}

function handOver(job: TrackedJob, { now }: TrackingPolicy): JobPatch | null {
  if (job.phase !== 'waiting' && job.phase !== 'staging') return null;
  return {
    phase: 'handing_over',
    attempts: job.attempts + 1,
    uncertain: false,
    handedOverAt: now,
    absentSince: null,
    notBefore: null,
  };
}

function submitted(
  job: TrackedJob,
  outcome: SubmitOutcome,
  policy: TrackingPolicy,
): JobPatch | null {
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
}

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

function lookedUp(
  job: TrackedJob,
  fact: Extract<Fact, { kind: 'look_up' }>,
  policy: TrackingPolicy,
): JobPatch | null {
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
}

function pending(job: TrackedJob, askedAt: number, { now }: TrackingPolicy): JobPatch | null {
  if (job.phase === 'withdrawing') return null;
  // The node may have begun the job while its answer was on the way.
  if (job.startedAt !== null && askedAt <= job.startedAt) return null;
  const unchanged =
    job.phase === 'on_node' && job.status === 'queued' && job.absentSince === null;
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
  const unchanged =
    job.phase === 'on_node' && job.status === 'running' && job.absentSince === null;
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
  return {
    phase: 'waiting',
    status: 'queued',
    losses,
    uncertain: false,
    absentSince: null,
    startedAt: null,
  };
}

function cancelled(job: TrackedJob, { now }: TrackingPolicy): JobPatch | null {
  if (isFinal(job.status) || job.phase === 'collecting') return null;
  const mayBeOnNode = job.phase === 'handing_over' || job.phase === 'on_node';
  return {
    ...end(job, 'cancelled', now),
    phase: mayBeOnNode ? 'withdrawing' : 'done',
    absentSince: null,
    // A POST may be in flight: absent at once doesn't mean absent for good.
    ...(job.phase === 'handing_over' ? { uncertain: true } : {}),
    error: { code: 'cancelled', message: 'Cancelled on request.' },
  };
}

const OUT_OF_MEMORY = /out ?of ?memory|can't allocate memory/i;

function collected(job: TrackedJob, result: NodeResult, { now }: TrackingPolicy): JobPatch | null {
  if (job.phase !== 'collecting') return null;
  if (result.outcome === 'success' && result.outputs.length === 0) {
    const message = 'The node finished the job without giving any output.';
    return { ...end(job, 'failed', now), phase: 'done', error: { code: 'no_output', message } };
  }
  if (result.outcome === 'success') return { ...end(job, 'completed', now), phase: 'done' };
  return { ...end(job, 'failed', now), phase: 'done', error: nodeError(result) };
}

function nodeError({ failure }: NodeResult): JobError {
  const message = failure?.message ?? 'The node failed without saying why.';
  const memory = OUT_OF_MEMORY.test(`${failure?.exceptionType ?? ''} ${message}`);
  return {
    code: memory ? 'out_of_memory' : 'node_error',
    message,
    ...(failure?.nodeId === undefined ? {} : { node_id: failure.nodeId }),
    ...(failure?.nodeClass === undefined ? {} : { node_class: failure.nodeClass }),
  };
}

function givenUp(job: TrackedJob, error: JobError, { now }: TrackingPolicy): JobPatch {
  const mayBeOnNode = job.phase === 'handing_over' || job.phase === 'on_node';
  return {
    ...end(job, 'failed', now),
    ...(isFinal(job.status) ? {} : { error }),
    phase: mayBeOnNode ? 'withdrawing' : 'done',
    absentSince: null,
  };
}

function finish(
  job: TrackedJob,
  status: 'failed',
  now: number,
  rest: Pick<JobPatch, 'error' | 'nodeErrors'>,
): JobPatch {
  return isFinal(job.status)
    ? { phase: 'done' }
    : { ...end(job, status, now), ...rest, phase: 'done' };
}

/** A final status is never turned into another. */
function end(job: TrackedJob, status: JobPatch['status'] & string, now: number): JobPatch {
  return isFinal(job.status) ? {} : { status, finishedAt: now, absentSince: null };
}
