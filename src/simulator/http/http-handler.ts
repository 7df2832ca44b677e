import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Faults } from '../faults/faults';
import { brokenAnswer, emptyAnswer, textAnswer, type Answer } from './answer';
import { BodyTooLarge, MAX_UPLOAD_SIZE, NodeRequest } from './node-request';
import { isCrossSite } from './origin-check';
import type { Match, Router } from './router';

const CONTENT_SECURITY_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self'; connect-src 'self' data:; frame-src 'self'; object-src 'self';";

/** Answers HTTP requests: origin check, routing, and errors. */
export class HttpHandler {
  constructor(
    private readonly router: Router,
    private readonly faults: Faults,
  ) {}

  /** Answers one request; never throws. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const answer = await this.answer(request).catch(failureAnswer);
    // The rest of the request is drained, so that the client can read the answer.
    request.resume();
    if (answer !== undefined) await sendAnswer(request, response, answer);
  }

  private async answer(request: IncomingMessage): Promise<Answer | undefined> {
    if (isCrossSite(request.headers)) return emptyAnswer(403);
    if (request.method === 'OPTIONS') return emptyAnswer(200);
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const match = this.router.find(request.method ?? 'GET', path);
    if ('allowed' in match) return unknownPath(request.method ?? 'GET', match.allowed);
    return this.route(request, match);
  }

  private async route(
    request: IncomingMessage,
    { route, params }: Match,
  ): Promise<Answer | undefined> {
    const name = `${route.method} ${route.pattern}`;
    await this.faults.delay(name);
    const answer = await route.handle(new NodeRequest(request, params));
    const headers = { ...answer.headers, 'Content-Security-Policy': CONTENT_SECURITY_POLICY };
    return this.faults.replaceAnswer(name, { ...answer, headers }, request.socket);
  }
}

/** ComfyUI serves its web files under `/`, so that every unknown path is a missing file. */
function unknownPath(method: string, allowed: readonly string[]): Answer {
  if (method === 'GET' || method === 'HEAD') {
    const type = method === 'GET' ? { 'Content-Type': 'application/octet-stream' } : undefined;
    const headers = { ...type, 'Content-Security-Policy': CONTENT_SECURITY_POLICY };
    return { status: 404, headers, body: undefined };
  }
  const methods = [...new Set(['GET', 'HEAD', ...allowed])].sort().join(',');
  return textAnswer('405: Method Not Allowed', 405, { Allow: methods });
}

function failureAnswer(error: unknown): Answer {
  if (error instanceof BodyTooLarge) {
    return textAnswer(`Maximum request body size ${MAX_UPLOAD_SIZE} exceeded.`, 413);
  }
  return brokenAnswer();
}

/** Writes an answer. Does nothing when the client has disconnected. */
async function sendAnswer(
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
