import { once } from 'node:events';
import type { Response } from 'express';
import { whenAborted } from '../when-aborted';

/**
 * Resolves once no answer goes before this one on its connection. A client may send many requests at once and leave the
 * first answer unread, or ask for one without an end: what the others hold until they are sent, they hold for as long.
 * @throws the signal's reason
 */
export async function firstInLine(response: Response, signal: AbortSignal): Promise<void> {
  if (response.socket === null) await Promise.race([once(response, 'socket'), whenAborted(signal)]);
}
