import type { Response } from 'express';
import { RequestAborted } from './http.errors';

/** A signal that is aborted with `RequestAborted` when the client closes the connection before it has its answer. */
export function clientGone(response: Response): AbortSignal {
  const gone = new AbortController();
  const abort = (): void => gone.abort(new RequestAborted());
  if (response.closed) abort();
  else response.once('close', abort);
  return gone.signal;
}
