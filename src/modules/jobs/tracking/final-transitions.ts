import type { NodeResult } from '../../providers/public/node-access';
import { isFinal, type JobError } from './job-state';
import type { JobPatch, TrackedJob, Transition } from './tracking-event';

export const cancelled: Transition<'cancel'> = (job, _, { now }) => {
  if (isFinal(job.status) || job.phase === 'collecting') return null;
  const mayBeOnNode = job.phase === 'handing_over' || job.phase === 'on_node';
  return {
    ...end(job, 'cancelled', now),
    phase: mayBeOnNode ? 'withdrawing' : 'done',
    absent_since: null,
    // A POST may be in flight: the job can still appear on a node that doesn't have it now.
    ...(job.phase === 'handing_over' ? { uncertain: true } : {}),
    error: { code: 'cancelled', message: 'Cancelled on request.' },
  };
};

const OUT_OF_MEMORY = /out ?of ?memory|can't allocate memory/i;

export const collected: Transition<'collected'> = (job, { result }, { now }) => {
  if (job.phase !== 'collecting') return null;
  if (result.outcome === 'success' && result.outputs.length === 0) {
    const message = 'The node finished the job without giving any output.';
    return { ...end(job, 'failed', now), phase: 'done', error: { code: 'no_output', message } };
  }
  if (result.outcome === 'success') return { ...end(job, 'completed', now), phase: 'done' };
  return { ...end(job, 'failed', now), phase: 'done', error: nodeError(result) };
};

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

export const givenUp: Transition<'give_up'> = (job, { error }, { now }) => {
  const mayBeOnNode = job.phase === 'handing_over' || job.phase === 'on_node';
  return {
    ...end(job, 'failed', now),
    ...(isFinal(job.status) ? {} : { error }),
    phase: mayBeOnNode ? 'withdrawing' : 'done',
    absent_since: null,
  };
};

/** A final status never changes. */
export function end(job: TrackedJob, status: JobPatch['status'] & string, now: number): JobPatch {
  return isFinal(job.status) ? {} : { status, finished_at: now, absent_since: null };
}
