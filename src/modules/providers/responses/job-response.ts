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

/** `GET /api/jobs/{id}` with status 404: the node knows no such job, or (other bodies) no such route. */
export function isJobUnknown(body: unknown): boolean {
  return isRecord(body) && typeof body['error'] === 'string';
}

/** Ids of pending prompts in the order in which they will run: lower numbers first, ties by id. */
export type QueueOrder = readonly string[];

/** `GET /api/jobs?status=pending`. */
export function readPendingJobs(body: unknown): QueueOrder | typeof UNREADABLE {
  if (!isRecord(body) || !Array.isArray(body['jobs'])) return UNREADABLE;
  return inOrder(
    listOr(body['jobs']).map((job) => {
      const { id, priority } = recordOr(job);
      return { id: textOr(id), number: numberOf(priority) ?? 0 };
    }),
  );
}

/** `GET /queue`. Its pending list is a heap: not in execution order. */
export interface Queue {
  readonly running: readonly string[];
  readonly pending: QueueOrder;
}

export function readQueue(body: unknown): Queue | typeof UNREADABLE {
  if (!isRecord(body)) return UNREADABLE;
  const { queue_running, queue_pending } = body;
  if (!Array.isArray(queue_running) || !Array.isArray(queue_pending)) return UNREADABLE;
  const entry = (item: unknown): { id: string; number: number } => {
    const [number, id] = listOr(item);
    return { id: textOr(id), number: numberOf(number) ?? 0 };
  };
  return {
    running: listOr(queue_running).map((item) => entry(item).id),
    pending: inOrder(listOr(queue_pending).map(entry)),
  };
}

function inOrder(entries: readonly { readonly id: string; readonly number: number }[]): QueueOrder {
  return [...entries]
    .sort((a, b) => a.number - b.number || (a.id < b.id ? -1 : 1))
    .map((entry) => entry.id);
}

/** Where a prompt is in the queue; null: not there. */
export function findInQueue(queue: Queue, promptId: string): NodeJob | null {
  if (queue.running.includes(promptId)) return RUNNING;
  const position = queue.pending.indexOf(promptId);
  return position < 0 ? null : { state: 'pending', position };
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

const FINAL_EVENTS = ['execution_success', 'execution_error', 'execution_interrupted'];

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
