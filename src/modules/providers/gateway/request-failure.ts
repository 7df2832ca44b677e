import { ProtocolChanged } from '../../../platform/http/http-client';
import {
  CERTIFICATE_CODES,
  CONNECTION_REASONS,
  NO_SECURE_CONNECTION,
  NOT_CONNECTED,
  readConnectionError,
} from '../../../platform/http/connection-reasons';

/** A request that got no usable response. */
export class RequestFailure extends Error {
  constructor(
    /**
     * `no_connection`: the node certainly got nothing. `broken`: no or half a response; the node may have acted on it.
     * `invalid`: the response isn't HTTP, or is too large.
     */
    readonly kind: 'no_connection' | 'broken' | 'invalid',
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** A response with more bytes than its limit. Its status still counts. */
export class ResponseTooLarge extends RequestFailure {
  constructor(
    readonly status: number,
    maxBytes: number,
  ) {
    super('invalid', `its answer has more than ${maxBytes} bytes`);
  }
}

const notHttp = (cause: unknown): RequestFailure =>
  new RequestFailure('invalid', 'it answers something that is not HTTP', cause);

const REASONS: Readonly<Record<string, string>> = {
  ...CONNECTION_REASONS,
  ECONNREFUSED: 'it refuses connections: it is not running, or its address is wrong',
};

/** Codes of failures that may also happen later, with the request perhaps already sent. */
const TLS = /TLS|SSL/;

/** Maps an error of the socket or the HTTP parser. Its text is not passed on, because it holds addresses. */
export function toRequestFailure(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error;
  if (error instanceof ProtocolChanged) return notHttp(error);
  const { code, isUnconnected } = readConnectionError(error);
  if (code.startsWith('HPE_')) return notHttp(error);
  if (CERTIFICATE_CODES.test(code))
    return new RequestFailure('no_connection', NO_SECURE_CONNECTION, error);
  if (TLS.test(code)) return new RequestFailure('broken', 'its secure connection failed', error);
  if (isUnconnected)
    return new RequestFailure('no_connection', REASONS[code] ?? NOT_CONNECTED, error);
  return new RequestFailure('broken', 'it closed the connection too early', error);
}
