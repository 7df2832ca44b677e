import { extname } from 'node:path';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { allowedMethods } from '../../platform/http/allowed-methods';
import type { Faults } from '../faults/faults';
import type { Handler, NodeRequest, Routes } from '../routes/route-context';
import { brokenAnswer, emptyAnswer, textAnswer, type Answer } from './answer';
import { isCrossSite } from './origin-check';
import { BodyTooLarge, MAX_UPLOAD_SIZE } from './request-body';

const CONTENT_SECURITY_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self'; connect-src 'self' data:; frame-src 'self'; object-src 'self';";

/** The Express app of a node: origin check, routes with their injected faults, and errors. */
export function nodeApp(routes: Routes, faults: Faults): Express {
  const app = express();
  app.disable('x-powered-by').enable('strict routing').enable('case sensitive routing');
  app.set('query parser', (text: string | null) => new URLSearchParams(text ?? ''));
  app.use((request, response, next) => {
    if (isCrossSite(request.headers)) send(response, emptyAnswer(403));
    else if (request.method === 'OPTIONS') send(response, emptyAnswer(200));
    else next();
  });
  for (const [name, handle] of Object.entries(routes)) {
    const [method, pattern = ''] = name.split(' ');
    const path = pattern.replace(/\{(\w+)\}/g, ':$1');
    // Every route also lives under `/api`.
    const route = app.route([`/api${path}`, path]);
    const answer = answerWith(name, handle, faults);
    if (method === 'GET') route.get(answer);
    else route.post(answer);
  }
  app.use((request, response) => send(response, unknownPath(app, request)));
  app.use(sendFailure);
  return app;
}

function answerWith(name: string, handle: Handler, faults: Faults) {
  return async (request: NodeRequest, response: Response): Promise<void> => {
    await faults.delay(name);
    const answer = await handle(request, Object.values(request.params)[0] ?? '');
    response.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    const replaced = faults.replaceAnswer(name, answer, request.socket);
    if (replaced !== undefined) send(response, replaced);
  };
}

/** ComfyUI serves its web files under `/`, so that every unknown path is a missing file. */
function unknownPath(app: Express, { method, path }: Request): Answer {
  const policy = { 'Content-Security-Policy': CONTENT_SECURITY_POLICY };
  if (method === 'HEAD') return { status: 404, headers: policy };
  const missing = {
    'Content-Type': 'application/octet-stream',
    'Transfer-Encoding': 'chunked',
  };
  if (method === 'GET') return { status: 404, headers: { ...policy, ...missing } };
  const allowed = [...new Set(['GET', 'HEAD', ...allowedMethods(app, path)])].sort();
  return textAnswer('405: Method Not Allowed', 405, { Allow: allowed.join(',') });
}

function send(response: Response, { status, headers = {}, body, file }: Answer): void {
  response.status(status).set(headers);
  if (file === undefined) response.end(body);
  else sendFile(response, file);
}

function sendFile(response: Response, path: string): void {
  if (response.get('Content-Type') === undefined) response.type(extname(path));
  // A 304 of ComfyUI has the headers of the file, which Express would remove.
  if (response.req.fresh) response.status(304).end();
  else response.sendFile(path, { dotfiles: 'allow', cacheControl: false, lastModified: false });
}

/** Express recognises an error handler by its four parameters. */
function sendFailure(
  error: unknown,
  _request: Request,
  response: Response,
  _next: NextFunction,
): void {
  if (response.headersSent) response.destroy();
  else send(response, failureAnswer(error));
}

function failureAnswer(error: unknown): Answer {
  if (error instanceof BodyTooLarge) {
    return textAnswer(`Maximum request body size ${MAX_UPLOAD_SIZE} exceeded.`, 413);
  }
  const isBadRange = (error as { readonly status?: unknown }).status === 416;
  return isBadRange ? emptyAnswer(416) : brokenAnswer();
}
