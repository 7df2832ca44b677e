import { isRecord, recordOr } from '../../../platform/json';
import type { SubmitOutcome } from '../public/node-access';
import { readNodeErrors, refusalMessage } from './node-messages';
import { numberOf, textOr } from './tolerant-json';

/** Response of `POST /prompt`. */
export interface SubmitAnswer {
  readonly status: number;
  /** Parsed; undefined: not JSON. */
  readonly body: unknown;
  readonly retryAfterMs: number;
}

/** Statuses with which ComfyUI itself refuses a graph. */
const REFUSALS = [400, 413, 422];
const BUSY = [429, 503];

/**
 * Interprets the response. A 5xx may follow after the prompt was enqueued (measured), so the outcome is uncertain; other
 * 4xx and redirects come from a proxy in front of the node: the node never saw the graph.
 */
export function readSubmitAnswer(answer: SubmitAnswer, promptId: string): SubmitOutcome {
  const { status, body } = answer;
  if (BUSY.includes(status)) return { kind: 'busy', retryAfterMs: answer.retryAfterMs };
  if (REFUSALS.includes(status)) return refused(status, body);
  if (status === 408 || status >= 500) return uncertain(`the node answered with status ${status}`);
  if (status >= 300) return { kind: 'not_delivered', message: proxyRejection(status) };
  return accepted(body, promptId);
}

/** The id under which the node accepted the prompt, if that is not the requested one. */
export function acceptedAsOther({ status, body }: SubmitAnswer, promptId: string): string | null {
  const id = textOr(recordOr(body)['prompt_id']);
  return status < 300 && id !== '' && id !== promptId ? id : null;
}

function accepted(body: unknown, promptId: string): SubmitOutcome {
  if (!isRecord(body) || typeof body['prompt_id'] !== 'string') {
    return uncertain('the node answered with something that is not an acceptance');
  }
  if (body['prompt_id'] !== promptId) {
    const message = 'the node gives prompts ids of its own; it needs ComfyUI 0.3.64 or newer';
    return { kind: 'refused', message, nodeErrors: {} };
  }
  const number = numberOf(body['number']);
  if (number === undefined) return uncertain('the node accepted without a number');
  return { kind: 'accepted', number, nodeErrors: readNodeErrors(body['node_errors']) };
}

function refused(status: number, body: unknown): SubmitOutcome {
  if (status === 413) {
    return { kind: 'refused', message: 'the graph is larger than the node takes', nodeErrors: {} };
  }
  if (!isRecord(body)) {
    const message = `the node answered with status ${status} and gave no reason`;
    return { kind: 'refused', message, nodeErrors: {} };
  }
  const { error, node_errors } = body;
  return {
    kind: 'refused',
    message: refusalMessage(error, node_errors),
    nodeErrors: readNodeErrors(node_errors),
  };
}

function uncertain(message: string): SubmitOutcome {
  return { kind: 'uncertain', message };
}

/** What an admin should check when a proxy in front of a node rejects requests. */
export function proxyRejection(status: number): string {
  if (status === 401 || status === 403 || status === 407) {
    return `status ${status}: it wants credentials; check the provider's headers in the configuration`;
  }
  if (status < 400)
    return `status ${status}: it points elsewhere; configure the address it points to`;
  return `status ${status}: check that base_url is the address of a ComfyUI node`;
}
