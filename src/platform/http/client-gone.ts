import { setMaxListeners } from 'node:events';
import type { Response } from 'express';
import { RequestAborted } from './http.errors';

/** One for each response, however many parts of the service ask for it. */
const signals = new WeakMap<Response, AbortSignal>();

/**
 * A signal that is aborted with `RequestAborted` when the client closes the connection before it has its answer. The
 * connection is watched, too: an answer that waits behind another one on it emits no `close`.
 */
export function clientGone(response: Response): AbortSignal {
  const signal = signals.get(response) ?? watch(response);
  signals.set(response, signal);
  return signal;
}

function watch(response: Response): AbortSignal {
  const gone = new AbortController();
  const { socket } = response.req;
  const abort = (): void => {
    socket.off('close', abort);
    gone.abort(new RequestAborted());
  };
  if (response.closed || socket.destroyed) {
    abort();
    return gone.signal;
  }
  // A client may send many requests on one connection before it reads an answer.
  setMaxListeners(0, socket);
  socket.once('close', abort);
  response.once('close', abort);
  return gone.signal;
}
