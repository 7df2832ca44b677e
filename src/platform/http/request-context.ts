import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the request that the running code serves; for logs only. */
export interface RequestContext {
  readonly requestId: string;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();
