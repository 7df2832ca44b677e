import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { whenAborted } from '../when-aborted';

/**
 * Sends a stream as the body of a response, and destroys it when the signal aborts. A pipeline alone would not end for an
 * answer that waits behind another one on a closed connection: such an answer emits no `close`. @throws the signal's reason
 */
export async function sendStream(
  stream: Readable,
  response: Response,
  signal: AbortSignal,
): Promise<void> {
  try {
    await Promise.race([pipeline(stream, response), whenAborted(signal)]);
  } finally {
    stream.destroy();
  }
}
