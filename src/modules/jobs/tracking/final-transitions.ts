import type { NodeResult } from '../../providers/public/node-access';
import { isFinal, type JobError, type JobWarning } from './job-state';
import type { JobPatch, TrackedJob, TrackingEvent, Transition } from './tracking-event';

type CollectedEvent = Extract<TrackingEvent, { kind: 'collected' }>;

export const cancelled: Transition<'cancel'> = (job, { only }, { now }) => {
  if (isFinal(job.status) || (only && job.status !== only)) return null;
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

export const collected: Transition<'collected'> = (job, event, { now }) => {
  if (job.phase !== 'collecting') return null;
  const warnings = warningsOf(event);
  const error = collectedError(event);
  const status = error === null ? 'completed' : 'failed';
  return {
    ...end(job, status, now),
    phase: 'done',
    ...(error === null ? {} : { error }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
};

function collectedError({ result, failures, kept }: CollectedEvent): JobError | null {
  if (result.outcome !== 'success') return nodeError(result);
  if (result.outputs.length === 0) {
    return { code: 'no_output', message: 'The node finished the job without giving any output.' };
  }
  const [first] = failures;
  return kept > 0 || !first ? null : first;
}

const MAX_WARNINGS = 20;

function warningsOf({ result, failures }: CollectedEvent): JobWarning[] {
  const { omittedOutputs = 0 } = result;
  const further = Math.max(0, failures.length - MAX_WARNINGS) + omittedOutputs;
  if (further === 0) return [...failures];
  const message = `${further} further outputs were not kept.`;
  return [...failures.slice(0, MAX_WARNINGS), { code: 'outputs_omitted', message }];
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
