import { type WireObject, type WireValue, asObject, numberOf } from '../wire/json';
import type { QueueItem } from './queue-item';
import { outputSummary } from './job-outputs';

/** States of `/api/jobs`, in the order in which its error names them. */
export const JOB_STATES = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'] as const;

export type JobState = (typeof JOB_STATES)[number];

/** A job that waits or runs. */
export function queuedJob(item: QueueItem, state: 'pending' | 'in_progress'): WireObject {
  return pruned([
    ['id', item.promptId],
    ['status', state],
    ['priority', item.number],
    ['create_time', item.extraData.get('create_time')],
    ['outputs_count', 0],
    ['previewable_outputs_count', 0],
    ['workflow_id', workflowId(item.extraData)],
  ]);
}

/** A job of the history; with `isDetailed`, its outputs and graph are included. */
export function finishedJob(promptId: string, entry: WireObject, isDetailed: boolean): WireObject {
  const [number, , prompt, extra] = tuple(entry.get('prompt'));
  const extraData = asObject(extra);
  const status = asObject(entry.get('status'));
  const outputs = asObject(entry.get('outputs'));
  const facts = runSummary(status);
  const summary = outputSummary(outputs);
  const job = pruned([
    ['id', promptId],
    ['status', facts.state],
    ['priority', number],
    ['create_time', extraData.get('create_time')],
    ['execution_start_time', facts.startedAt],
    ['execution_end_time', facts.endedAt],
    ['execution_error', facts.error],
    ['outputs_count', summary.count],
    ['previewable_outputs_count', summary.previewable],
    ['preview_output', summary.preview],
    ['workflow_id', workflowId(extraData)],
  ]);
  if (!isDetailed) return job;
  const workflow: WireObject = new Map([
    ['prompt', prompt ?? null],
    ['extra_data', extraData],
  ]);
  return job.set('outputs', outputs).set('execution_status', status).set('workflow', workflow);
}

interface RunFacts {
  readonly state: JobState;
  readonly startedAt: WireValue | undefined;
  readonly endedAt: WireValue | undefined;
  readonly error: WireValue | undefined;
}

/** State and times of a run, from the messages of its prompt. */
function runSummary(status: WireObject): RunFacts {
  const messages = new Map(
    tuple(status.get('messages')).map((message) => {
      const [event, data] = tuple(message);
      return [event, asObject(data)] as const;
    }),
  );
  const interrupted = messages.get('execution_interrupted');
  const error = messages.get('execution_error');
  const end = messages.get('execution_success') ?? error ?? interrupted;
  const failed = interrupted === undefined ? 'failed' : 'cancelled';
  return {
    state: status.get('status_str') === 'error' ? failed : 'completed',
    startedAt: messages.get('execution_start')?.get('timestamp'),
    endedAt: end?.get('timestamp'),
    error,
  };
}

/** Jobs in the order that a list asks for. */
export function sortJobs(
  jobs: readonly WireObject[],
  by: 'created_at' | 'execution_duration',
  descending: boolean,
): readonly WireObject[] {
  const key = by === 'created_at' ? createdAt : duration;
  // Python's reverse sort keeps the order of equal items, so reversing the list would be wrong.
  const sign = descending ? -1 : 1;
  return [...jobs].sort((a, b) => sign * (key(a) - key(b)));
}

function createdAt(job: WireObject): number {
  return numberOf(job.get('create_time')) ?? 0;
}

function duration(job: WireObject): number {
  const start = numberOf(job.get('execution_start_time'));
  const end = numberOf(job.get('execution_end_time'));
  return start === undefined || end === undefined ? 0 : end - start;
}

function workflowId(extraData: WireObject): WireValue | undefined {
  return asObject(asObject(extraData.get('extra_pnginfo')).get('workflow')).get('id');
}

function tuple(value: WireValue | undefined): readonly WireValue[] {
  return Array.isArray(value) ? value : [];
}

/** An object without the entries that have no value. */
function pruned(entries: readonly (readonly [string, WireValue | undefined])[]): WireObject {
  const object: WireObject = new Map();
  for (const [key, value] of entries) {
    if (value !== undefined && value !== null) object.set(key, value);
  }
  return object;
}
