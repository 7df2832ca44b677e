import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the request that the running code serves; for logs only. */
export interface RequestContext {
  readonly requestId: string;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();

/** Begins work that outlives the request that happens to begin it: its log lines are not the request's. */
export function outsideRequest<T>(work: () => T): T {
  return requestContext.exit(work);
}
