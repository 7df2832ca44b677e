import type { NodeResult } from '../../providers/public/node-access';
import type { Transition } from './tracking-event';
import { isFinal, type JobError, type JobPatch, type TrackedJob } from './job-state';

export const cancelled: Transition<'cancel'> = (job, _, { now }) => {
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
    absentSince: null,
  };
};

/** The end of a job that its node certainly doesn't have. */
export function finish(
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
export function end(job: TrackedJob, status: JobPatch['status'] & string, now: number): JobPatch {
  return isFinal(job.status) ? {} : { status, finishedAt: now, absentSince: null };
}
