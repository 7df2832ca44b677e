import type { RequestHandler } from 'express';
import type { CredentialVerdict } from '../access/credential-verdict';
import { allowedMethods } from './allowed-methods';
import { BadPath, MethodNotAllowed, RouteNotFound } from './http.errors';

/** Refuses paths that can't be decoded, and full URLs in place of a path. */
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
export function answerOptions(credentials: CredentialVerdict): RequestHandler {
  return async (request, response, next) => {
    if (!['OPTIONS', 'TRACE', 'CONNECT'].includes(request.method)) {
      next();
      return;
    }
    await credentials.admit(request);
    const allowed = allowedMethods(request.app, request.path);
    if (allowed.length === 0) throw new RouteNotFound();
    if (request.method !== 'OPTIONS') throw new MethodNotAllowed(allowed);
    response.status(204).set('Allow', allowed.join(', ')).end();
  };
}
