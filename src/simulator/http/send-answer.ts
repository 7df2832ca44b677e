import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Answer } from './answer';

/** Writes an answer. Does nothing when the client has disconnected. */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<void> {
  if (response.destroyed) return;
  response.writeHead(answer.status, { ...answer.headers });
  const { body } = answer;
  if (body === undefined || Buffer.isBuffer(body)) {
    response.end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  if (request.method === 'HEAD') {
    body.destroy();
    response.end();
    return;
  }
  await pipeline(body, response).catch(() => response.destroy());
}
