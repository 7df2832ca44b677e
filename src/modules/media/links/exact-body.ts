import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import type { Clock } from '../../../platform/clock/clock';
import { RequestAborted, RequestTimeout } from '../../../platform/http/http.errors';
import { UploadMismatch } from './links.errors';

/** How long a sender may send nothing. Milliseconds. */
export const IDLE_MS = 60_000;
/** How much a sender must send on average, once a minute has passed. */
export const MIN_BYTES_PER_SECOND = 4 * 1024;

/**
 * The body of a request, which must have exactly `size` bytes. The stream fails with `UploadMismatch` at the first byte
 * too many, `RequestTimeout` for a sender that is silent or too slow, and `RequestAborted`. The request itself stays open, so that it can be answered.
 */
export function exactBody(request: IncomingMessage, size: number, clock: Clock): Readable {
  // Destroying it only unpipes the request.
  const body = new PassThrough();
  // It may fail before it is read: reading it then throws the error.
  body.on('error', () => undefined);
  request.once('close', () => {
    if (!request.complete) body.destroy(new RequestAborted());
  });
  if (request.destroyed) body.destroy(new RequestAborted());
  else request.pipe(body);
  return Readable.from(checkedChunks(body, size, clock), { objectMode: false });
}

async function* checkedChunks(
  body: Readable,
  size: number,
  clock: Clock,
): AsyncGenerator<Buffer, void> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  const begun = clock.monotonic();
  let received = 0;
  try {
    for (;;) {
      const next = await clock.within(IDLE_MS, chunks.next());
      if (!next || isTooSlow(received, clock.monotonic() - begun)) throw new RequestTimeout();
      if (next.done === true) break;
      received += next.value.length;
      if (received > size) throw new UploadMismatch('size_bytes', size);
      yield next.value;
    }
    if (received < size) throw new UploadMismatch('size_bytes', size);
  } finally {
    body.destroy();
  }
}

const isTooSlow = (received: number, elapsedMs: number): boolean =>
  elapsedMs > IDLE_MS && received < (elapsedMs / 1000) * MIN_BYTES_PER_SECOND;
