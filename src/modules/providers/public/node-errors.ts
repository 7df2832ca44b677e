import { AppError, codedError, errorSpec } from '../../../platform/errors/app-error';
import { ProviderNotFound } from './provider-access';

/** No connection, a timeout, or a broken connection. Holds no address. */
export class NodeUnreachable extends codedError({
  code: 'node_unreachable',
  status: 502,
  meaning:
    'The node did not answer in time, or not at all. Send it again after Retry-After seconds; GET /api/providers shows the state of the nodes.',
}) {
  constructor(
    readonly providerId: string,
    /** A clause about the node: `it refuses connections`. */
    readonly reason = 'it gives no answer',
    cause?: unknown,
  ) {
    super(`The node '${providerId}' can't be asked at the moment: ${reason}.`, {
      hint: `GET /api/providers/${providerId}`,
      headers: { 'Retry-After': '5' },
      cause,
    });
  }
}

export class NodeBusy extends codedError({
  code: 'node_busy',
  status: 503,
  meaning:
    'The node refuses requests for now (429 or 503). Send it again after Retry-After seconds.',
}) {
  constructor(
    readonly providerId: string,
    /** Milliseconds. */
    readonly retryAfterMs: number,
  ) {
    super(`The node '${providerId}' is too busy to answer.`, {
      headers: { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) },
    });
  }
}

/** A 5xx, a redirect, no JSON, or a truncated or oversized body. */
export class NodeBadAnswer extends codedError({
  code: 'node_bad_answer',
  status: 502,
  meaning: "The node's answer is not one of a ComfyUI node.",
}) {
  constructor(
    readonly providerId: string,
    /** A clause about the answer: `it is not JSON`. */
    readonly reason: string,
    cause?: unknown,
  ) {
    super(`The node '${providerId}' gave a bad answer: ${reason}.`, {
      hint: `GET /api/providers/${providerId}`,
      cause,
    });
  }
}

/** A file of the node is larger than its reader takes. */
export class OutputTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`it has more than the ${maxBytes} bytes that limits.output_bytes allows.`);
  }
}

/** A 4xx of the node's own; `nodeStatus` is its status. */
export class NodeRefused extends codedError({
  code: 'node_refused',
  status: 502,
  meaning: 'The node understood the request and refused it.',
}) {
  constructor(
    readonly providerId: string,
    readonly nodeStatus: number,
    readonly reason: string,
  ) {
    super(`The node '${providerId}' refused: ${reason}.`, {
      hint: `GET /api/providers/${providerId}`,
      extras: { node_status: nodeStatus },
    });
  }
}

const ANSWERED = errorSpec({
  code: 'node_answered',
  status: 404,
  meaning:
    "The node answered a GET /api/comfy request with an error; the status is the node's own, mostly 404.",
});

/** A node's own status, 400 or above, in answer to a forwarded request. */
export class NodeAnswered extends AppError {
  /** @param path of the request to the node */
  constructor(providerId: string, nodeStatus: number, path: string) {
    super(
      { ...ANSWERED, status: nodeStatus },
      `The node '${providerId}' answered with status ${nodeStatus}${nodeStatus === 404 ? ': it has no such thing' : ''}.`,
      {
        hint: path.startsWith('/models/')
          ? `GET /api/comfy/models?provider=${providerId}`
          : `GET /api/providers/${providerId}`,
        extras: { node_status: nodeStatus },
      },
    );
  }
}

const NODE_ERRORS = [NodeUnreachable, NodeBusy, NodeBadAnswer, NodeRefused, ProviderNotFound];

/** Whether a request to a node failed because of the node, or because it is no longer configured. */
export const isNodeError = (error: unknown): boolean =>
  NODE_ERRORS.some((kind) => error instanceof kind);
