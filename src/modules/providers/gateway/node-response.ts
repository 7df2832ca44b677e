import { recordOr } from '../../../platform/json';
import { refusalMessage } from '../responses/node-messages';
import { proxyRejection } from '../responses/submit-response';
import { parseInPieces } from '../responses/json-pieces';
import { JsonTooComplex } from '../responses/json-scanner';
import { NodeBadAnswer, NodeBusy, NodeRefused, NodeUnreachable } from '../public/node-errors';
import { redactMessage } from '../public/redact-messages';

/** A complete response. */
export interface NodeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body. */
  readonly chunks: readonly Buffer[];
}

/** A proxy in front of the node wants credentials: the node never saw the request. */
const CREDENTIAL_STATUSES = [401, 403, 407];

export const DEFAULT_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;

/** The body as JSON; undefined when it isn't. */
export function jsonBody(answer: NodeResponse): Promise<unknown> {
  return parseInPieces(answer.chunks).catch(() => undefined);
}

/** What is wrong with an answer that could not be parsed. */
export function jsonFault(error: unknown): string {
  return error instanceof JsonTooComplex ? error.message : 'it is not JSON';
}

/** Throws the matching error of `node-errors` unless the status is 200. */
export async function expectSuccess(providerId: string, answer: NodeResponse): Promise<void> {
  const { status, headers } = answer;
  if (status === 200) return;
  if (status === 429 || status === 503) throw new NodeBusy(providerId, retryAfterMs(headers));
  if (CREDENTIAL_STATUSES.includes(status))
    throw new NodeUnreachable(providerId, proxyRejection(status));
  if (status < 400 || status >= 500) {
    throw new NodeBadAnswer(providerId, `it has status ${status}`);
  }
  const { error, node_errors } = recordOr(await jsonBody(answer));
  // Redacted for all: any caller may get this error.
  const reason =
    error === undefined ? `status ${status}` : redactMessage(refusalMessage(error, node_errors));
  throw new NodeRefused(providerId, status, reason);
}

/** The JSON of a response with status 200. */
export async function expectJson(providerId: string, answer: NodeResponse): Promise<unknown> {
  await expectSuccess(providerId, answer);
  return await parseInPieces(answer.chunks).catch((error: unknown) => {
    throw new NodeBadAnswer(providerId, jsonFault(error), error);
  });
}

/** `Retry-After`, given in seconds; a date counts as absent. */
export function retryAfterMs(headers: Readonly<Record<string, string>>): number {
  const seconds = Number(headers['retry-after'] ?? NaN);
  return seconds >= 0 ? Math.min(seconds * 1000, MAX_RETRY_MS) : DEFAULT_RETRY_MS;
}
