import { isRecord, type JsonRecord, listOr, recordOr } from '../../../platform/json';
import type { NodeFailure, NodeJob, NodeResult } from '../public/node-access';
import { readOutputs } from './node-outputs';
import { boundedText } from './node-messages';
import { numberOf, textOr } from './tolerant-json';

/** The response is not one that a node gives. */
export const UNREADABLE = 'unreadable';

const ABSENT: NodeJob = { state: 'absent' };
const RUNNING: NodeJob = { state: 'running' };

/** `GET /api/jobs/{id}` with status 200. The position is 0 until the order of the queue is known. */
export function readJob(body: unknown): NodeJob | typeof UNREADABLE {
  if (!isRecord(body)) return UNREADABLE;
  switch (body['status']) {
    case 'pending':
      return { state: 'pending', position: 0 };
    case 'in_progress':
      return RUNNING;
    case 'completed':
    case 'failed':
    case 'cancelled':
      return finished(body['outputs'], body['execution_status'], body['status'] === 'completed');
    default:
      return UNREADABLE;
  }
}

/**
 * Whether a 404 of `GET /api/jobs/{id}` says that the node doesn't know the job. Any other body comes from a node without this
 * route or from a proxy, and says nothing about the job.
 */
export function isJobUnknown(body: unknown): boolean {
  return recordOr(body)['error'] === 'Job not found';
}

/** How many pending prompts will run before this one; null: it isn't pending. */
export type FindPosition = (promptId: string) => number | null;

/** `GET /api/jobs?status=pending`. */
export function readPendingJobs(body: unknown): FindPosition | typeof UNREADABLE {
  if (!isRecord(body) || !Array.isArray(body['jobs'])) return UNREADABLE;
  return positionIn(body['jobs'], (job) => {
    const { id, priority } = recordOr(job);
    return { id: textOr(id), number: numberOf(priority) ?? 0 };
  });
}

/** `GET /queue`. */
export interface Queue {
  readonly isRunning: (promptId: string) => boolean;
  readonly position: FindPosition;
}

export function readQueue(body: unknown): Queue | typeof UNREADABLE {
  if (!isRecord(body)) return UNREADABLE;
  const { queue_running, queue_pending } = body;
  if (!Array.isArray(queue_running) || !Array.isArray(queue_pending)) return UNREADABLE;
  const read = (item: unknown): QueueEntry => {
    const [number, id] = listOr(item);
    return { id: textOr(id), number: numberOf(number) ?? 0 };
  };
  return {
    isRunning: (promptId) => queue_running.some((item) => read(item).id === promptId),
    position: positionIn(queue_pending, read),
  };
}

interface QueueEntry {
  readonly id: string;
  readonly number: number;
}

/**
 * Prompts run by their numbers, ties by id, but nodes list them as a heap. Counted for each prompt that is asked for:
 * sorting the million entries that an answer may have would block other requests for seconds.
 */
function positionIn(list: readonly unknown[], read: (item: unknown) => QueueEntry): FindPosition {
  return (promptId) => {
    const own = list.reduce<number>((lowest, item) => {
      const { id, number } = read(item);
      return id === promptId ? Math.min(lowest, number) : lowest;
    }, Infinity);
    if (own === Infinity) return null;
    const isBefore = ({ id, number }: QueueEntry): boolean =>
      number < own || (number === own && id < promptId);
    return list.filter((item) => isBefore(read(item))).length;
  };
}

/** Where a prompt is in the queue; null: not there. */
export function findInQueue(queue: Queue, promptId: string): NodeJob | null {
  if (queue.isRunning(promptId)) return RUNNING;
  const position = queue.position(promptId);
  return position === null ? null : { state: 'pending', position };
}

/** `GET /history/{id}`: `{}` while pending, running, deleted or unknown. */
export function readHistory(body: unknown, promptId: string): NodeJob | typeof UNREADABLE {
  if (!isRecord(body)) return UNREADABLE;
  const entry = body[promptId];
  if (entry === undefined) return ABSENT;
  if (!isRecord(entry) || !isRecord(entry['outputs'])) return UNREADABLE;
  return finished(entry['outputs'], entry['status'], true);
}

type Message = readonly [name: string, data: JsonRecord];

/** @param completedOtherwise whether it counts as completed when the status is null */
function finished(outputs: unknown, status: unknown, completedOtherwise: boolean): NodeJob {
  const { status_str, messages } = recordOr(status);
  const events = listOr(messages).map((item): Message => {
    const [name, data] = listOr(item);
    return [textOr(name), recordOr(data)];
  });
  const failed = status_str === 'error' || (status_str === undefined && !completedOtherwise);
  return {
    state: 'finished',
    result: { ...ending(failed, events), ...times(events), ...readOutputs(outputs) },
  };
}

/**
 * The messages come before the status: an interrupted prompt has the status of a failed one, and a prompt whose sub-graph
 * can't be ordered has that of the prompt before it (measured).
 */
function ending(
  failed: boolean,
  events: readonly Message[],
): Pick<NodeResult, 'outcome' | 'failure'> {
  if (events.some(([name]) => name === 'execution_interrupted')) return { outcome: 'interrupted' };
  const error = events.find(([name]) => name === 'execution_error')?.[1];
  return failed || error
    ? { outcome: 'error', failure: readFailure(error ?? {}) }
    : { outcome: 'success' };
}

/** `execution_error` as history and socket tell it. */
function readFailure(error: JsonRecord): NodeFailure {
  const { exception_message, exception_type, node_id, node_type } = error;
  const message = boundedText(textOr(exception_message));
  const exceptionType = boundedText(textOr(exception_type));
  return {
    message: message === '' ? withoutReason(exceptionType) : message,
    exceptionType,
    ...(typeof node_id === 'string' ? { nodeId: boundedText(node_id) } : {}),
    ...(typeof node_type === 'string' ? { nodeClass: boundedText(node_type) } : {}),
  };
}

/** Exceptions without a message, such as a failed `assert`, have a type at least. */
const withoutReason = (exceptionType: string): string =>
  `The node reports an error${exceptionType === '' ? '' : ` (${exceptionType})`} and gives no reason.`;

/** Messages of the history, and events of the socket, with which a prompt ends. */
export const FINAL_EVENTS = ['execution_success', 'execution_error', 'execution_interrupted'];

function times(events: readonly Message[]): Pick<NodeResult, 'startedAt' | 'finishedAt'> {
  const at = (names: readonly string[]): number | undefined =>
    numberOf(events.findLast(([name]) => names.includes(name))?.[1]['timestamp']);
  const startedAt = at(['execution_start']);
  const finishedAt = at(FINAL_EVENTS);
  return {
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(finishedAt === undefined ? {} : { finishedAt }),
  };
}
