import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { Clock } from '../../../platform/clock/clock';
import { RequestAborted, RequestTimeout } from '../../../platform/http/http.errors';

/** How long a sender may send nothing. Milliseconds. */
export const IDLE_MS = 60_000;
/** How much a sender must send on average, once a minute has passed. */
const MIN_BYTES_PER_SECOND = 4 * 1024;

/**
 * The body of a request. The stream fails with `RequestTimeout` for a sender that is silent or too slow, and with
 * `RequestAborted`. The request itself stays open, so that it can be answered.
 */
export function steadyBody(request: IncomingMessage, clock: Clock): Readable {
  let begun = clock.monotonic();
  let received = 0;
  const body = new PassThrough({
    destroy: (error, done) => {
      cancel();
      request.unpipe(body);
      done(error);
    },
  });
  const wait = (): (() => void) =>
    clock.after(IDLE_MS, () => {
      if (!request.isPaused()) {
        body.destroy(new RequestTimeout());
        return;
      }
      // The reader is slow, not the sender.
      begun += IDLE_MS;
      cancel = wait();
    });
  let cancel = wait();
  // It may fail before it is read: reading it then throws the error.
  body.on('error', () => undefined);
  request.once('end', () => cancel());
  request.once('close', () => {
    if (!request.complete) body.destroy(new RequestAborted());
  });
  if (request.destroyed) {
    body.destroy(new RequestAborted());
    return body;
  }
  request.pipe(body);
  request.on('data', ({ length }: Buffer) => {
    if (body.destroyed) return;
    received += length;
    cancel();
    cancel = wait();
    if (isTooSlow(received, clock.monotonic() - begun)) body.destroy(new RequestTimeout());
  });
  return body;
}

const isTooSlow = (received: number, elapsedMs: number): boolean =>
  elapsedMs > IDLE_MS && received < (elapsedMs / 1000) * MIN_BYTES_PER_SECOND;
