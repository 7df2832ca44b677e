import type { RequestHandler } from 'express';
import { AsyncVariable } from '../async-variable';
import type { Ids } from '../clock/clock';
import { clientGone } from './client-gone';

/** The request that the running code serves: for logs, and for headers of its answer that no handler knows of. */
export interface RequestContext {
  readonly requestId: string;
  /** Says in the answer that it is the one of an earlier request with the same `Idempotency-Key`. */
  readonly markReplayed?: () => void;
  /** Whose turn the request's writes take: `public` until its caller is known. */
  owner: string;
  /** Aborted when nobody waits for the answer any more. Absent for changes, which are completed in any case. */
  readonly clientGone?: () => AbortSignal;
}

export const requestContext = new AsyncVariable<RequestContext>();

/** Starts work that outlives the current request, so that its log lines don't carry the request's id. */
export function outsideRequest<T>(work: () => T): T {
  return requestContext.exit(work);
}

const PUBLIC = 'public';
const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** Gives every request an id, the sent one if it is valid: for the response header, the log and 500 answers. */
export function requestId(ids: Ids): RequestHandler {
  return (request, response, next) => {
    const sent = request.headers['x-request-id'];
    const id = typeof sent === 'string' && ACCEPTED.test(sent) ? sent : ids.uuid();
    response.setHeader('X-Request-Id', id);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const markReplayed = (): void => void response.setHeader('Idempotent-Replayed', 'true');
      requestContext.run({ requestId: id, owner: PUBLIC, markReplayed }, next);
      return;
    }
    const gone = (): AbortSignal => clientGone(response);
    requestContext.run({ requestId: id, owner: PUBLIC, clientGone: gone }, next);
  };
}
