import { maxHeaderSize } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { CredentialChecker } from '../access/credential-checker';
import { allowedMethods, nearestRoutes } from './allowed-methods';
import { BadPath, MethodNotAllowed, RouteNotFound } from './http.errors';

/** Of a request's path with all its headers: Node refuses more. */
export const MAX_HEADER_BYTES = maxHeaderSize;

const ABSOLUTE_FORM = /^https?:\/\/(?<host>[^/?#@]+)(?<path>\/[^]*)?$/i;

/**
 * Reads a request line with a full URL (RFC 9112, 3.2.2), as clients send it to proxies: its host replaces the Host
 * header. Call it before Express sees the request.
 */
export function readAbsoluteForm(request: IncomingMessage): void {
  const { host, path = '/' } = ABSOLUTE_FORM.exec(request.url ?? '')?.groups ?? {};
  if (host === undefined) return;
  request.headers.host = host;
  request.url = path;
}

/** Refuses what is not a path, and paths that can't be decoded. */
export const refuseInvalidPath: RequestHandler = (request, _, next) => {
  if (!request.originalUrl.startsWith('/') || !isDecodable(request.path)) throw new BadPath();
  next();
};

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** OPTIONS answers the methods of a path to every admitted caller; TRACE and CONNECT are refused. */
export function answerOptions(credentials: CredentialChecker): RequestHandler {
  return async (request, response, next) => {
    if (!['OPTIONS', 'TRACE', 'CONNECT'].includes(request.method)) {
      next();
      return;
    }
    await credentials.requireCaller(request);
    const allowed = allowedMethods(request.app, request.path);
    if (allowed.length === 0) throw new RouteNotFound(nearestRoutes(request.app, request.path));
    if (request.method !== 'OPTIONS') throw new MethodNotAllowed(allowed);
    response.status(204).set('Allow', allowed.join(', ')).end();
  };
}
