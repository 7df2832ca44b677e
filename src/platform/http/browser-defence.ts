import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { CredentialChecker } from '../access/credential-checker';
import type { AppConfig } from '../config/app-config';
import { ConfigService } from '../config/config.service';
import {
  hostAllowed,
  corsAllowed,
  crossOrigin,
  type OriginFacts,
  originRefusal,
} from './origin-rule';
import { BadRequest, CrossOrigin, HostNotAllowed } from './http.errors';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Range, X-Request-Id';
const ANSWER_HEADERS =
  'Accept-Ranges, Allow, Content-Disposition, Content-Range, ETag, Retry-After, X-Request-Id';

/**
 * Keeps foreign web pages from using a service on this machine, on every path and in open mode too, by
 * the Host and Origin of their requests.
 */
@Injectable()
export class BrowserDefence {
  constructor(
    private readonly config: ConfigService,
    private readonly credentials: CredentialChecker,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const settings = this.config.current().server;
    requireAllowedHost(request, settings);
    const facts = factsOf(request);
    if (settings.cors_origins.length > 0) response.vary('Origin');
    if (facts.origin !== undefined && corsAllowed(facts.origin, settings)) {
      admit(request, response, facts.origin);
      if (response.writableEnded) return;
    }
    // The key is looked up only if the headers don't decide.
    const plain = !crossOrigin(facts, settings) && request.headers.cookie === undefined;
    const signedBy = plain ? 'nothing' : await this.credentials.credentialKind(request);
    const refusal = originRefusal(facts, settings, signedBy);
    if (refusal) throw new CrossOrigin(refusal);
    next();
  }
}

function requireAllowedHost(request: Request, settings: AppConfig['server']): void {
  const { host } = request.headers;
  if (host === undefined && request.httpVersion === '1.1')
    throw new BadRequest('Send a Host header that names this service.');
  if (hostHeaderCount(request) > 1 || !hostAllowed(host, settings)) throw new HostNotAllowed();
}

/** With two Host headers, a proxy may have used the other one. */
function hostHeaderCount({ rawHeaders }: Request): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
}

function factsOf(request: Request): OriginFacts {
  const one = (name: string): string | undefined => request.headers[name]?.toString();
  return {
    method: request.method,
    path: request.path,
    host: request.headers.host,
    protocol: request.protocol,
    origin: request.headers.origin,
    site: one('sec-fetch-site'),
    mode: one('sec-fetch-mode'),
    dest: one('sec-fetch-dest'),
  };
}

/** CORS for a configured origin, without cookies; answers its preflights. */
function admit(request: Request, response: Response, origin: string): void {
  response.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': ANSWER_HEADERS,
  });
  if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return;
  if (request.headers['access-control-request-private-network'] === 'true')
    response.set('Access-Control-Allow-Private-Network', 'true');
  response
    .set({
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': REQUEST_HEADERS,
      'Access-Control-Max-Age': '600',
    })
    .status(204)
    .end();
}
