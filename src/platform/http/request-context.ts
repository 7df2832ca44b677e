import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that the running code serves; for logs only. */
export interface RequestContext {
  readonly requestId: string;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();

/** Starts work that outlives the current request, so that its log lines don't carry the request's id. */
export function outsideRequest<T>(work: () => T): T {
  return requestContext.exit(work);
}
