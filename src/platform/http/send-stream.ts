import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends a stream as the body of a response, and destroys it when the signal aborts. A pipeline alone would not end for an
 * answer that waits behind another one on a closed connection: such an answer emits no `close`. @throws the signal's reason
 */
export async function sendStream(
  stream: Readable,
  response: Response,
  signal: AbortSignal,
): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => {
      stream.destroy();
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  await Promise.race([pipeline(stream, response), aborted]);
}
