import { withNearest } from '../nearest-names';
import { codedError } from '../errors/app-error';
import type { OriginRefusal } from './origin-rule';

export class BadRequest extends codedError({
  code: 'bad_request',
  status: 400,
  meaning: "The request can't be understood as HTTP.",
}) {
  constructor(detail = "The request can't be understood.") {
    super(detail);
  }
}

export class BadPath extends codedError({
  code: 'bad_path',
  status: 400,
  meaning:
    "The path can't be decoded: a % without two hexadecimal digits, or not UTF-8. Percent-encode it.",
}) {
  constructor() {
    super("The path can't be decoded. Percent-encode it as UTF-8, a % itself as %25.");
  }
}

export class InvalidIdempotencyKey extends codedError({
  code: 'invalid_idempotency_key',
  status: 400,
  meaning: 'The Idempotency-Key is not 1 to 200 printable ASCII characters. Send a UUID.',
}) {
  constructor() {
    super('Send 1 to 200 printable ASCII characters as Idempotency-Key, or leave the header out.');
  }
}

export class RouteNotFound extends codedError({
  code: 'route_not_found',
  status: 404,
  meaning: 'No route has this path. `nearest` and GET /openapi.json list the existing ones.',
}) {
  /** @param nearest similar routes */
  constructor(nearest: readonly string[] = []) {
    super(withNearest('There is nothing at this path.', nearest), {
      hint: 'GET /openapi.json',
      ...(nearest.length === 0 ? {} : { extras: { nearest } }),
    });
  }
}

export class MethodNotAllowed extends codedError({
  code: 'method_not_allowed',
  status: 405,
  meaning: 'The path exists, but not with this method; the Allow header lists those that do.',
}) {
  constructor(allowed: readonly string[]) {
    const methods = allowed.join(', ');
    super(`This path answers ${methods} only.`, { headers: { Allow: methods } });
  }
}

export class BodyTooLarge extends codedError({
  code: 'body_too_large',
  status: 413,
  meaning: 'The body is larger than this service accepts.',
}) {
  constructor(maxBytes: number) {
    super(`Send at most ${maxBytes} bytes.`, { extras: { max_bytes: maxBytes } });
  }
}

export class UnsupportedMediaType extends codedError({
  code: 'unsupported_media_type',
  status: 415,
  meaning:
    "The body's Content-Type, charset or Content-Encoding is not accepted by this route. Send JSON as application/json, uploads as multipart/form-data.",
}) {
  constructor(expected: readonly string[]) {
    super(`Send the body as ${expected.join(' or ')}, in UTF-8 and not compressed.`, {
      extras: { expected },
    });
  }
}

export class RequestTimeout extends codedError({
  code: 'request_timeout',
  status: 408,
  meaning: 'The request did not arrive in time. Send it again with the same Idempotency-Key.',
}) {
  constructor() {
    super('The request did not arrive in time. Send it again.', {
      headers: { Connection: 'close' },
    });
  }
}

export class HostNotAllowed extends codedError({
  code: 'host_not_allowed',
  status: 421,
  meaning: 'The Host header names a host that this service does not serve (server.allowed_hosts).',
}) {
  constructor() {
    super(
      'This service is not known by that host name. Use its IP address or localhost, or add the name to server.allowed_hosts.',
    );
  }
}

const CROSS_ORIGIN_REASONS: Readonly<Record<OriginRefusal, string>> = {
  foreign_origin:
    'Web pages of other origins may not use this service. Add the origin to server.cors_origins if it should.',
  cors_with_cookie:
    'Pages of server.cors_origins use no cookies: send the key as "Authorization: Bearer <key>".',
  missing_origin:
    'With a cookie, changes are accepted only from a page of this service, and no Origin was sent. ' +
    'Programs send their key as "Authorization: Bearer <key>" instead.',
};

export class CrossOrigin extends codedError({
  code: 'cross_origin',
  status: 403,
  meaning:
    'A web page of another origin sent this request (server.cors_origins), or a change was sent with a cookie but without an origin.',
}) {
  constructor(reason: OriginRefusal) {
    super(CROSS_ORIGIN_REASONS[reason]);
  }
}

export class ShuttingDown extends codedError({
  code: 'shutting_down',
  status: 503,
  meaning:
    'The service is shutting down and accepts no new work. Send it again after 5 seconds with the same Idempotency-Key.',
}) {
  constructor() {
    super('The service is shutting down. Try again when it runs again.', {
      headers: { 'Retry-After': '5', Connection: 'close' },
    });
  }
}

/** The client closed the connection: no answer is possible. */
export class RequestAborted extends Error {}
